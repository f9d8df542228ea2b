//! Reads an OpenAPI 3.0 document from standard input and writes the client's types and operations to standard output.

mod defaults;

use std::io::Read;

const BANNER: &str = "// Generated from openapi.yaml by `npm run clients`: do not edit.\n\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut document = String::new();
    std::io::stdin().read_to_string(&mut document)?;
    let document: openapiv3::OpenAPI = serde_json::from_str(&document)?;
    let mut settings = progenitor_impl::GenerationSettings::default();
    settings.with_inner_type(quote::quote!(crate::retry::Policy));
    let code = progenitor_impl::Generator::new(&settings).generate_tokens(&document)?;
    let mut file: syn::File = syn::parse2(code)?;
    defaults::derive(&mut file);
    print!("{BANNER}{}", prettyplease::unparse(&file));
    Ok(())
}
