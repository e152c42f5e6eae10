//! Reads as much of a JSON answer as has come. It may be cut anywhere: inside an escape, a surrogate pair, a number.

/// What has begun.
#[derive(Debug, Default)]
pub(super) struct Begun<'a> {
    /// The reply's text so far.
    pub(super) reply: String,
    /// The JSON of each operation that is complete.
    pub(super) operations: Vec<&'a str>,
}

/// Reads the outermost object's `reply` and `operations`, in whatever order they come.
pub(super) fn read(answer: &str) -> Begun<'_> {
    let mut begun = Begun::default();
    let Some(start) = answer.find('{') else { return begun };
    let mut reader = PartialJsonReader { text: answer, at: start + 1 };
    while let Some(name) = reader.name() {
        let complete = match name.as_str() {
            "reply" => reader.words(&mut begun.reply),
            "operations" => reader.entries(&mut begun.operations),
            _ => reader.skip().is_some(),
        };
        if !complete || !reader.comma() {
            break;
        }
    }
    begun
}

struct PartialJsonReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> PartialJsonReader<'a> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.byte().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) -> bool {
        self.space();
        let there = self.byte() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    fn comma(&mut self) -> bool {
        self.take(b',')
    }

    /// A property's name with its colon.
    fn name(&mut self) -> Option<String> {
        self.space();
        let mut name = String::new();
        (self.words(&mut name) && self.take(b':')).then_some(name)
    }

    /// A string, as far as it goes. Answers whether it has ended.
    fn words(&mut self, out: &mut String) -> bool {
        if !self.take(b'"') {
            return false;
        }
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let plain = rest.find(['"', '\\']).unwrap_or(rest.len());
            out.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return true;
                }
                Some(b'\\') => {
                    let Some(character) = self.escape() else { return false };
                    out.push(character);
                }
                _ => return false,
            }
        }
    }

    /// An escape that is there in full; a surrogate pair is one.
    fn escape(&mut self) -> Option<char> {
        let sign = self.text.as_bytes().get(self.at + 1)?;
        let (character, length) = match sign {
            b'n' => ('\n', 2),
            b't' => ('\t', 2),
            b'r' => ('\r', 2),
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'"' | b'\\' | b'/' => (char::from(*sign), 2),
            b'u' => self.unicode()?,
            _ => return None,
        };
        self.at += length;
        Some(character)
    }

    fn unicode(&self) -> Option<(char, usize)> {
        let unit = |at: usize| {
            let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
            u16::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        };
        let first = unit(self.at)?;
        if !(0xd800..=0xdfff).contains(&first) {
            return char::from_u32(u32::from(first)).map(|character| (character, 6));
        }
        let second = unit(self.at + 6)?;
        let character = char::decode_utf16([first, second]).next()?.ok()?;
        Some((character, 12))
    }

    /// A list's entries that are complete. Answers whether the list has ended.
    fn entries(&mut self, out: &mut Vec<&'a str>) -> bool {
        if !self.take(b'[') {
            return false;
        }
        if self.take(b']') {
            return true;
        }
        loop {
            self.space();
            let start = self.at;
            if self.skip().is_none() {
                return false;
            }
            out.extend(self.text.get(start..self.at));
            if !self.comma() {
                return self.take(b']');
            }
        }
    }

    /// Goes over a value; `None` where it has not ended. A number or a word has ended once something follows it.
    fn skip(&mut self) -> Option<()> {
        self.space();
        let mut depth = 0_usize;
        loop {
            match self.byte()? {
                b'"' => self.skip_words()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    // The end of what the value stands in.
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                _ if depth > 0 => self.at += 1,
                _ => {
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    self.at += rest.find(|sign: char| matches!(sign, ',' | '}' | ']') || sign.is_ascii_whitespace())?;
                    return Some(());
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn skip_words(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            self.at += rest.find(['"', '\\'])?;
            if self.byte()? == b'"' {
                self.at += 1;
                return Some(());
            }
            // The sign behind a backslash ends nothing. It may have more than one byte.
            let escaped = self.text.get(self.at + 1..)?.chars().next()?;
            self.at += 1 + escaped.len_utf8();
        }
    }
}
