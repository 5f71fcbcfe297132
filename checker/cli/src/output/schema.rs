//! A validator for the part of JSON Schema that `docs/report.schema.json` and `docs/vectors.schema.json` use.
//!
//! A keyword that it does not know is an error, so the schema cannot say what is not tested.
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../../docs/report.schema.json");

/// Whether a document fits the schema; else what does not, and where.
pub fn validate(document: &Value) -> Result<(), String> {
    fits(SCHEMA, document)
}

/// The same for another schema.
pub fn fits(schema: &str, document: &Value) -> Result<(), String> {
    let schema: Value = serde_json::from_str(schema).map_err(|error| error.to_string())?;
    check(&schema, &schema, document, "")
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = schema.as_object().ok_or_else(|| format!("{at}: a schema must be an object"))?;
    for (keyword, rule) in schema {
        let fits = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#')).unwrap_or("?");
                let target = root.pointer(path).ok_or_else(|| format!("{at}: no {path} in the schema"))?;
                check(root, target, value, at)?;
                true
            }
            "type" => match rule {
                Value::Array(any) => any.iter().any(|one| is(one, value)),
                one => is(one, value),
            },
            "const" => rule == value,
            "enum" => rule.as_array().is_some_and(|all| all.contains(value)),
            "minimum" => value.as_f64().is_none_or(|number| rule.as_f64().is_some_and(|least| number >= least)),
            "required" => {
                let missing = rule.as_array().into_iter().flatten().filter_map(Value::as_str);
                let missing: Vec<_> = missing.filter(|key| value.is_object() && value.get(key).is_none()).collect();
                if !missing.is_empty() {
                    return Err(format!("{at}: lacks {}", missing.join(", ")));
                }
                true
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(key) {
                        check(root, rule, inner, &format!("{at}/{key}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties");
                let extra = value.as_object().into_iter().flatten().map(|(key, _)| key);
                let extra: Vec<_> = extra.filter(|key| known.is_none_or(|known| known.get(key).is_none())).collect();
                if *rule == Value::Bool(false) && !extra.is_empty() {
                    return Err(format!("{at}: unknown {extra:?}"));
                }
                true
            }
            "items" => {
                for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, inner, &format!("{at}/{index}"))?;
                }
                true
            }
            "anyOf" => rule.as_array().is_some_and(|any| any.iter().any(|one| check(root, one, value, at).is_ok())),
            other => return Err(format!("{at}: the validator does not know `{other}`")),
        };
        if !fits {
            return Err(format!("{at}: {value} does not fit {keyword} {rule}"));
        }
    }
    Ok(())
}

fn is(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("null") => value.is_null(),
        _ => false,
    }
}
