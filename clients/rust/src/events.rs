use crate::error::{Error, Result};

const MAX_EVENT_BYTES: usize = 64 << 20;

/// Parser of server-sent events. Takes a body in pieces of any size and yields the data of each event.
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>
#[derive(Default)]
pub struct Events {
    rest: Vec<u8>,
    data: Vec<String>,
}

impl Events {
    /// Adds a piece of the body. Fails if an event exceeds 64 MiB.
    pub fn push(&mut self, piece: &[u8]) -> Result<()> {
        if self.rest.len() + piece.len() > MAX_EVENT_BYTES {
            return Err(Error::Connection("a stream event is too long".to_owned()));
        }
        self.rest.extend_from_slice(piece);
        Ok(())
    }
}

impl Iterator for Events {
    type Item = String;

    /// Returns the data of the next event, or `None` if it is not complete yet.
    fn next(&mut self) -> Option<String> {
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches(['\r', '\n']);
            if let Some(value) = line.strip_prefix("data:") {
                self.data.push(value.strip_prefix(' ').unwrap_or(value).to_owned());
            } else if line.is_empty() && !self.data.is_empty() {
                return Some(std::mem::take(&mut self.data).join("\n"));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_have_a_bound() {
        let half = vec![b'x'; MAX_EVENT_BYTES / 2];
        let mut events = Events::default();
        events.push(&half).unwrap();
        events.push(&half).unwrap();
        assert!(matches!(events.push(b"x"), Err(Error::Connection(_))));
    }

    #[test]
    fn events_in_any_pieces() {
        let body = ": comment\n\nevent: x\ndata: é\r\ndata:two\r\n\r\ndata: [DONE]\n\ndata: cut off".as_bytes();
        for size in 1..body.len() {
            let mut events = Events::default();
            let mut found = Vec::new();
            for piece in body.chunks(size) {
                events.push(piece).unwrap();
                found.extend(events.by_ref());
            }
            assert_eq!(found, ["é\ntwo", "[DONE]"]);
        }
    }
}
