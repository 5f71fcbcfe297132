//! How amounts of time and memory are written: `60s`, `5m`, `1.5h`, `500ms`; `1G`, `512M`, `1024` (MiB).
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads an amount of time.
///
/// # Errors
/// What is expected, if it is something else.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("`{text}` is not an amount of time such as 60s, 5m, 1h or 500ms");
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| !time.is_zero()).ok_or_else(expected)
}

/// Reads an amount of memory, in MiB.
///
/// # Errors
/// What is expected, if it is something else.
pub fn parse_mebibytes(text: &str) -> Result<u64, String> {
    let expected = || format!("`{text}` is not an amount of memory such as 1G, 512M or 1024 (MiB)");
    let (number, unit) = split(text);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "m" | "mb" | "mib" => 1.0,
        "g" | "gb" | "gib" => 1024.0,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    let amount = (number * factor).round();
    if (1.0..1e12).contains(&amount) { Ok(amount as u64) } else { Err(expected()) }
}

/// A number and the unit after it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// As it stands in a configuration file: text, or a number without unit.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawAmount {
    Number(u64),
    Text(String),
}

impl RawAmount {
    fn text(self) -> String {
        match self {
            RawAmount::Number(number) => number.to_string(),
            RawAmount::Text(text) => text,
        }
    }
}

pub(crate) fn duration<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    parse_duration(&RawAmount::deserialize(from)?.text()).map(Some).map_err(D::Error::custom)
}

pub(crate) fn mebibytes<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    parse_mebibytes(&RawAmount::deserialize(from)?.text()).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units() {
        assert_eq!(parse_duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(parse_duration("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!((parse_mebibytes("1G"), parse_mebibytes("512")), (Ok(1024), Ok(512)));
        for wrong in ["", "s", "5 days", "0s", "-1s", "1e9"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0", "1K", "G"] {
            assert!(parse_mebibytes(wrong).is_err(), "{wrong}");
        }
    }
}
