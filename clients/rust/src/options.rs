use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{ClientBuilder, Url};

use crate::error::{Error, Result};

/// Options of [`crate::Daybreak::new`]. All are optional.
#[derive(Clone, Default)]
pub struct Options {
    /// Address of the server, with or without `/v1`. Defaults to `DAYBREAK_BASE_URL`, or else to
    /// `http://127.0.0.1:8484`.
    pub base_url: Option<String>,
    /// API key. Defaults to `DAYBREAK_API_KEY`, or else, for a server on this machine, to the file `api-key` in
    /// `DAYBREAK_HOME` or in `~/.daybreak`, which the server's first start writes.
    pub api_key: Option<String>,
    /// Limit of one attempt, and for streams and downloads of the time without data. Default: 10 minutes.
    pub timeout: Option<Duration>,
    /// Maximum number of retries of a request that failed with a transient error. Default: 2.
    pub max_retries: Option<u32>,
}

const DEFAULT_BASE_URL: &str = "http://127.0.0.1:8484";
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);
const DEFAULT_MAX_RETRIES: u32 = 2;

/// Options with their defaults filled in. `Debug` does not show the key.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub base_url: String,
    pub is_this_machine: bool,
    pub authorization: HeaderValue,
    pub timeout: Duration,
    pub max_retries: u32,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Options")
            .field("base_url", &self.base_url)
            .field("api_key", &self.api_key.as_ref().map(|_| "..."))
            .field("timeout", &self.timeout)
            .field("max_retries", &self.max_retries)
            .finish()
    }
}

impl Options {
    pub(crate) fn resolved(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Resolved> {
        let variable = |name: &str| variable(name).filter(|text| !text.is_empty());
        let address = self.base_url.clone().or_else(|| variable("DAYBREAK_BASE_URL"));
        let address = base_url(address.as_deref().unwrap_or(DEFAULT_BASE_URL))?;
        if self.api_key.as_ref().is_some_and(|key| key.trim().is_empty()) {
            let ways = "omit it to use DAYBREAK_API_KEY or this machine's key file";
            return Err(Error::Options(format!("api_key is empty; {ways}")));
        }
        let key = self
            .api_key
            .clone()
            .or_else(|| variable("DAYBREAK_API_KEY"))
            .or_else(|| is_loopback(&address).then(|| key_of_this_machine(variable))?);
        Ok(Resolved {
            base_url: address.as_str().trim_end_matches('/').to_owned(),
            is_this_machine: is_loopback(&address),
            authorization: authorization(key.as_deref().unwrap_or_default().trim())?,
            timeout: self.timeout.unwrap_or(DEFAULT_TIMEOUT),
            max_retries: self.max_retries.unwrap_or(DEFAULT_MAX_RETRIES),
        })
    }
}

impl Resolved {
    pub fn http_client(&self) -> Result<reqwest::Client> {
        // Requests to this machine ignore the environment's proxy settings: a proxy must not see the key.
        let proxies = if self.is_this_machine { ClientBuilder::no_proxy } else { |builder| builder };
        proxies(reqwest::Client::builder())
            .user_agent(concat!("daybreak-client-rust/", env!("CARGO_PKG_VERSION")))
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, self.authorization.clone())]))
            .redirect(reqwest::redirect::Policy::none())
            .read_timeout(self.timeout)
            .build()
            .map_err(|error| Error::Options(error.to_string()))
    }
}

fn base_url(text: &str) -> Result<Url> {
    let not_one =
        || Error::Options(format!("the base URL {text:?} is not valid; allowed is http:// or https:// and a host"));
    let mut address = Url::parse(text).map_err(|_| not_one())?;
    if !["http", "https"].contains(&address.scheme()) || !address.has_host() {
        return Err(not_one());
    }
    let more = address.query().or(address.fragment()).or(address.password());
    if more.is_some() || !address.username().is_empty() {
        return Err(Error::Options(
            "the base URL has a user, a query or a fragment; allowed is a host and a path".to_owned(),
        ));
    }
    let path = address.path().trim_end_matches('/');
    let path = path.strip_suffix("/v1").unwrap_or(path).to_owned();
    address.set_path(&path);
    Ok(address)
}

/// Returns the header `Authorization`, marked as sensitive so that `Debug` does not show it.
fn authorization(key: &str) -> Result<HeaderValue> {
    if key.is_empty() {
        return Err(Error::Options(
            "no API key: set api_key or DAYBREAK_API_KEY; for a server on this machine, the file api-key in \
             DAYBREAK_HOME or ~/.daybreak is read too"
                .to_owned(),
        ));
    }
    let mut header = HeaderValue::from_str(&format!("Bearer {key}"))
        .ok()
        .filter(|_| key.chars().all(|letter| letter.is_ascii_graphic()))
        .ok_or_else(|| Error::Options("the API key has a space or a character invalid in HTTP headers".to_owned()))?;
    header.set_sensitive(true);
    Ok(header)
}

/// Returns whether the server is on this machine, whose key must not be sent to another machine.
fn is_loopback(address: &Url) -> bool {
    let host = address.host_str().unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

fn key_of_this_machine(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    std::fs::read_to_string(data_folder(variable)?.join("api-key")).ok()
}

/// Returns the server's data folder. Expands `~`, which service files, unlike shells, pass on unexpanded.
fn data_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let set = variable("DAYBREAK_HOME").unwrap_or_default();
    let folder = Some(set.trim()).filter(|text| !text.is_empty()).unwrap_or("~/.daybreak");
    let below_home = if folder == "~" { Some("") } else { folder.strip_prefix("~/") };
    let Some(path) = below_home else { return Some(PathBuf::from(folder)) };
    let home = variable("HOME").or_else(|| variable("USERPROFILE"))?;
    Some(PathBuf::from(home).join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(options: &Options, variables: &[(&str, &str)]) -> Result<Resolved> {
        options.resolved(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    fn at(base_url: &str) -> Options {
        Options { base_url: Some(base_url.to_owned()), ..Options::default() }
    }

    fn key(found: &Resolved) -> &str {
        found.authorization.to_str().unwrap()
    }

    #[test]
    fn base_urls() {
        for (text, want) in [
            ("http://host:1/", "http://host:1"),
            ("http://host:1/v1", "http://host:1"),
            ("https://host/daybreak/v1/", "https://host/daybreak"),
        ] {
            let found = resolved(&at(text), &[("DAYBREAK_API_KEY", "k")]).unwrap();
            assert_eq!(found.base_url, want);
        }
        for text in ["host:8484", "ftp://host", "http://", "http://user:secret@host", "http://host?x=1"] {
            let error = resolved(&at(text), &[("DAYBREAK_API_KEY", "k")]).unwrap_err();
            assert!(error.to_string().contains("base URL"), "{text}: {error}");
        }
    }

    #[test]
    fn environment() {
        let variables = [("DAYBREAK_BASE_URL", "http://there:9"), ("DAYBREAK_API_KEY", "from-environment")];
        let found = resolved(&Options::default(), &variables).unwrap();
        assert_eq!((found.base_url.as_str(), key(&found)), ("http://there:9", "Bearer from-environment"));
        let own = Options { api_key: Some("own".to_owned()), ..at("http://here") };
        let found = resolved(&own, &variables).unwrap();
        assert_eq!((found.base_url.as_str(), key(&found)), ("http://here", "Bearer own"));
        assert!(!format!("{own:?} {found:?}").contains("own"), "printing shows the key");
    }

    #[test]
    fn key_of_this_machine_stays_here() {
        let folder = std::env::temp_dir().join(format!("daybreak-client-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("api-key"), "local-key\n").unwrap();
        let variables = [("DAYBREAK_HOME", folder.to_str().unwrap())];
        for host in ["127.0.0.1", "127.8.8.8", "localhost", "[::1]"] {
            let found = resolved(&at(&format!("http://{host}:1")), &variables).unwrap();
            assert_eq!(key(&found), "Bearer local-key");
        }
        for host in ["10.0.0.1", "example.com", "localhost.example.com", "127.0.0.1.example.com"] {
            let error = resolved(&at(&format!("http://{host}")), &variables).unwrap_err();
            assert!(error.to_string().contains("DAYBREAK_API_KEY"), "{host}: {error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn data_folder_is_found_where_the_server_has_it() {
        let places = [
            ("", "/h/.daybreak"),
            (" ", "/h/.daybreak"),
            ("~", "/h"),
            ("~/data", "/h/data"),
            (" /h/data ", "/h/data"),
            ("~other", "~other"),
        ];
        for (value, expected) in places {
            let variable = |name: &str| Some(if name == "HOME" { "/h" } else { value }.to_owned());
            assert_eq!(data_folder(variable), Some(PathBuf::from(expected)), "{value:?}");
        }
    }

    #[test]
    fn empty_key_is_refused() {
        for empty in ["", " ", "\n"] {
            let options = Options { api_key: Some(empty.to_owned()), ..Options::default() };
            let error = resolved(&options, &[("DAYBREAK_API_KEY", "k")]).unwrap_err();
            assert!(error.to_string().starts_with("api_key is empty; omit it"), "{error}");
        }
    }

    #[test]
    fn key_that_no_header_can_carry() {
        let error = resolved(&Options::default(), &[("DAYBREAK_API_KEY", "a\nb")]).unwrap_err();
        assert!(error.to_string().contains("API key") && !error.to_string().contains("a\nb"));
    }
}
