//! What stands for a trait that nothing implements, as a test has it: a struct with a function for each method, which checks the method's
//! precondition.
use refine_core::ids::AdtId;
use refine_core::program::FnDef;
use refine_core::span::Span;
use refine_core::ty::{FnInst, Ty};

use super::clause::ClauseNames;
use crate::foreign::counter;
use crate::source::{Paths, Printer};
use crate::types::over_own_parameters;

/// The lines that declare a stub and implement its traits.
pub(super) fn declared(printer: Printer<'_>, id: AdtId) -> Vec<String> {
    let def = printer.program.adt(id);
    let (Some(stub), [body]) = (&def.stub, &def.variants[..]) else { return Vec::new() };
    let mut out = Vec::new();
    if !def.derives.is_empty() {
        out.push(format!("#[derive({})]", def.derives.join(", ")));
    }
    out.push(format!("struct {} {{", def.name));
    out.extend(body.fields.iter().map(|field| format!("    {}: {},", field.name, printer.ty(&field.ty))));
    out.extend(counter(def).map(|name| format!("    {name}: u32,")));
    out.push("}".to_owned());
    for (of, one) in stub.traits.iter().enumerate() {
        out.push(format!("impl {} for {} {{", printer.path(&one.path), def.name));
        for method in stub.methods.iter().filter(|method| method.of == of) {
            out.extend(lines(printer, &over_own_parameters(printer.program, method.func), counter(def)));
        }
        out.push("}".to_owned());
    }
    out
}

/// Whether a stub says of a clause that it does not hold.
pub(super) fn looks_at(printer: Printer<'_>, id: AdtId, clause: Span) -> bool {
    let methods = printer.program.adt(id).stub.iter().flat_map(|stub| &stub.methods);
    methods.into_iter().any(|method| {
        let inst = over_own_parameters(printer.program, method.func);
        asserted(printer, &inst).into_iter().any(|(span, text)| span == clause && text.is_some())
    })
}

/// The names of a method's arguments.
fn names(def: &FnDef) -> Vec<String> {
    let name = |(at, name): (usize, &str)| match name {
        "self" => name.to_owned(),
        name if name.starts_with('_') => format!("arg{at}"),
        name => name.to_owned(),
    };
    def.params.iter().map(|param| param.name.as_str()).enumerate().map(name).collect()
}

/// The preconditions of a method, each with its form in plain Rust, if it has one.
fn asserted(printer: Printer<'_>, inst: &FnInst) -> Vec<(Span, Option<String>)> {
    let def = printer.program.func(inst.func);
    let place = |(name, ty): (String, &Ty)| match ty {
        Ty::Ref(..) if name != "self" => format!("*{name}"),
        _ => name,
    };
    let locals: Vec<String> = names(def).into_iter().zip(def.params.iter().map(|param| &param.ty)).map(place).collect();
    let inside = matches!(printer.paths, Paths::Within(_));
    let tys = def.params.iter().map(|param| param.ty.clone()).collect();
    let own = ClauseNames::new(printer, locals.clone(), locals, vec![None; def.params.len()], tys, inside);
    let contract = printer.program.contract(inst);
    contract.requires.iter().map(|clause| (clause.span, own.assertion(&clause.value))).collect()
}

fn lines(printer: Printer<'_>, inst: &FnInst, counter: Option<&str>) -> Vec<String> {
    let def = printer.program.func(inst.func);
    let (receiver, changes) = match &def.params[0].ty {
        Ty::Ref(true, _) => ("&mut self", true),
        Ty::Ref(false, _) => ("&self", false),
        _ => ("self", false),
    };
    let args: Vec<String> = names(def).into_iter().skip(1).collect();
    let types = def.params.iter().skip(1).zip(&args);
    let params: String = types.map(|(param, name)| format!(", {name}: {}", printer.ty(&param.ty))).collect();
    let ret = if def.ret == Ty::unit() { String::new() } else { format!(" -> {}", printer.ty(&def.ret)) };
    let count = counter.map(|name| if changes { format!("self.{name} - 1") } else { format!("self.{name}") });
    let asked: Vec<String> = count.into_iter().chain(args).collect();
    let mut out = vec![format!("    fn {}({receiver}{params}){ret} {{", def.name)];
    let said = asserted(printer, inst).into_iter().filter_map(|(_, text)| text);
    out.extend(said.map(|text| format!("        assert!({text});")));
    out.extend(counter.filter(|_| changes).map(|name| format!("        self.{name} += 1;")));
    out.extend([format!("        (self.{})({})", def.name, asked.join(", ")), "    }".to_owned()]);
    out
}
