//! `Default` for every struct that can have it, so that a request names only the fields it sets:
//! `CreateModelRequest { name, ..Default::default() }`. The generator derives it only for structs without required
//! fields.

use std::collections::HashSet;

use quote::quote;
use syn::{Attribute, File, Item, ItemStruct, Type, parse_quote};

/// Adds the derive to the structs of the file's module `types`.
pub fn derive(file: &mut File) {
    for item in &mut file.items {
        let Item::Mod(module) = item else { continue };
        let Some((_, items)) = &mut module.content else {
            continue;
        };
        let mut known = with_default(items);
        while let Some(next) = structs(items).find(|item| !known.contains(&name(item)) && fits(item, &known)) {
            next.attrs.push(parse_quote!(#[derive(Default)]));
            known.insert(name(next));
        }
    }
}

fn structs(items: &mut [Item]) -> impl Iterator<Item = &mut ItemStruct> {
    items.iter_mut().filter_map(|item| match item {
        Item::Struct(item) => Some(item),
        _ => None,
    })
}

fn name(item: &ItemStruct) -> String {
    item.ident.to_string()
}

/// Returns the structs for which the generator has already derived `Default`.
fn with_default(items: &mut [Item]) -> HashSet<String> {
    let derives = |attribute: &Attribute| {
        attribute.path().is_ident("derive") && quote!(#attribute).to_string().contains("Default")
    };
    structs(items).filter(|item| item.attrs.iter().any(derives)).map(|item| name(item)).collect()
}

fn fits(item: &ItemStruct, known: &HashSet<String>) -> bool {
    let plain = ["String", "Option", "Vec", "Map", "HashMap", "bool", "i64", "f64"];
    item.fields
        .iter()
        .all(|field| last_name(&field.ty).is_some_and(|name| plain.contains(&name.as_str()) || known.contains(&name)))
}

fn last_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}
