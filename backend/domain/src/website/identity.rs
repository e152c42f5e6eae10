//! The company's identity: its name, its description in its own words, and its logo.

use url::Url;

use super::text::{cut, fold, sentences, tidy};
use super::view::{Image, Kind, View};
use super::{FoundText, sections};
use crate::reading::lexicon::WordList;

const NAME_MAX: usize = 120;
const DESCRIPTION_MAX: usize = 400;
const LOGOS_MAX: usize = 8;

/// The name of the company.
pub(super) fn name(views: &[View]) -> Option<FoundText> {
    let found = |text: &str, view: &View| FoundText { text: text.to_owned(), url: view.url.clone() };
    let fits = |text: &&str| {
        !text.is_empty() && text.chars().count() <= NAME_MAX && text.chars().any(char::is_alphabetic)
    };
    for view in views {
        let stated = view.items.companies().into_iter().find_map(|item| view.items.text(item, "name"));
        if let Some(text) = stated.filter(fits) {
            return Some(found(text, view));
        }
    }
    let home = views.first()?;
    for view in views {
        if let Some(text) =
            ["og:site_name", "application-name"].into_iter().find_map(|name| view.meta(name)).filter(fits)
        {
            return Some(found(text, view));
        }
    }
    // A part of the title that also occurs in the address, the logo or another page's title.
    let host =
        Url::parse(&home.url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    let logos: Vec<String> = logo_images(home).into_iter().map(|image| letters(&image.alt)).collect();
    let parts = title_parts(&home.title);
    let is_own = |part: &&&str| {
        let letters = letters(part);
        letters.len() >= 3 && (is_host(&host, &letters) || logos.contains(&letters))
    };
    let shared = |part: &&&str| {
        parts.len() > 1
            && views.len() > 1
            && views.iter().skip(1).all(|view| title_parts(&view.title).contains(part))
    };
    let part = parts.iter().find(is_own).or_else(|| parts.iter().find(shared));
    if let Some(part) = part {
        return Some(found(part, home));
    }
    let own = |text: &str| is_host(&host, &letters(text)) && text.chars().count() <= 60;
    let heading = home.blocks.iter().find(|block| block.kind == Kind::Heading(1) && own(&block.text));
    let logo = || logo_images(home).into_iter().map(|image| image.alt.as_str()).find(|alt| own(alt));
    heading.map(|block| block.text.as_str()).or_else(logo).map(|text| found(text, home))
}

/// The parts of a page's title.
fn title_parts(title: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = vec![title];
    for mark in ["|", " – ", " — ", " - ", " · ", " • ", " » ", ": "] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty() && part.chars().count() <= NAME_MAX)
        .collect()
}

/// A text's letters and digits, folded.
fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether the site's address matches the name, with or without its legal form.
fn is_host(host: &str, letters: &str) -> bool {
    let labels: Vec<&str> = host.trim_start_matches("www.").split('.').collect();
    let own = labels
        .len()
        .checked_sub(2)
        .and_then(|at| labels.get(at))
        .or(labels.first())
        .copied()
        .unwrap_or_default();
    let own: String = own.chars().filter(|c| c.is_alphanumeric()).collect();
    own.len() >= 3 && (letters == own || (letters.starts_with(&own) && letters.len() <= own.len() + 6))
}

/// What the company does, in its own words.
pub(super) fn description(views: &[View]) -> Option<FoundText> {
    let home = views.first()?;
    let fits = |text: &&str| text.chars().count() >= 30;
    let stated = || home.items.companies().into_iter().find_map(|item| home.items.text(item, "description"));
    let meta = home
        .meta("description")
        .filter(fits)
        .or_else(|| home.meta("og:description").filter(fits))
        .or_else(|| stated().filter(fits));
    let text = meta.map(|text| short(text, 6)).or_else(|| first_paragraph(home))?;
    Some(FoundText { text, url: home.url.clone() })
}

fn first_paragraph(view: &View) -> Option<String> {
    let is_one =
        |text: &str| text.chars().count() >= 50 && text.contains(['.', '!']) && !sections::is_legal(text);
    let block = view.blocks.iter().find(|block| {
        block.kind == Kind::Text && sections::is_content(block) && !block.linked && is_one(&block.text)
    })?;
    Some(short(&tidy(&block.text), 2))
}

/// The most sentences.
fn short(text: &str, count: usize) -> String {
    let text = cut(text, DESCRIPTION_MAX * 4);
    let end = sentences(text)
        .into_iter()
        .take(count)
        .next_back()
        .and_then(|last| text.rfind(last).map(|at| at + last.len()));
    cut(text.get(..end.unwrap_or(text.len())).unwrap_or(text), DESCRIPTION_MAX).to_owned()
}

/// Addresses of probable logos, the most likely first.
pub(super) fn logos(views: &[View]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |url: Option<Url>| {
        let url = url.map(|url| url.to_string()).filter(|url| url.len() <= 2_000);
        if let Some(url) = url.filter(|url| found.len() < LOGOS_MAX && !found.contains(url)) {
            found.push(url);
        }
    };
    for view in views {
        for address in view.items.companies().into_iter().filter_map(|item| view.items.text(item, "logo")) {
            add(view.absolute(address));
        }
    }
    for view in views {
        for image in logo_images(view) {
            add(view.absolute(&image.src));
        }
    }
    for view in views {
        let mut icons: Vec<_> = view.icons.iter().filter(|(rel, _, _)| !rel.contains("mask")).collect();
        // The largest first; an Apple icon without a size is 180 wide.
        icons.sort_by_key(|(rel, sizes, _)| {
            let width = sizes.split(['x', 'X', ' ']).next().and_then(|width| width.parse::<u32>().ok());
            std::cmp::Reverse(width.unwrap_or(if rel.contains("apple") { 180 } else { 16 }))
        });
        for (_, _, href) in icons {
            add(view.absolute(href));
        }
    }
    for view in views {
        for address in ["og:logo", "og:image"].into_iter().filter_map(|name| view.meta(name)) {
            add(view.absolute(address));
        }
    }
    found
}

const OWN: [&str; 8] =
    ["logo", "logotype", "wordmark", "wortmarke", "brand", "branding", "brandmark", "logos"];

/// Pictures named as a logo, those that link to the home page first.
fn logo_images(view: &View) -> Vec<&Image> {
    let leads_home = |at: usize| {
        let link = view
            .links
            .binary_search_by_key(&at, |link| link.element)
            .ok()
            .and_then(|link| view.links.get(link));
        link.and_then(|link| view.absolute(&link.href))
            .is_some_and(|url| matches!(url.path(), "/" | "/index.html" | "/index.php"))
    };
    let home =
        |image: &Image| view.around(image.element).any(|(at, element)| element.name == "a" && leads_home(at));
    let mut found: Vec<(bool, &Image)> = Vec::new();
    for image in view.images.iter().take(200) {
        let file = super::view::marks(&[image.src.rsplit('/').next().unwrap_or_default(), &image.alt]);
        let around = || view.around(image.element).take(3).map(|(_, element)| element.marks.as_str());
        let called = |marks: &str| super::text::has_phrase(marks, &OWN);
        if !called(&image.marks) && !called(&file) && !around().any(called) {
            continue;
        }
        let others = |marks: &str| WordList::ClientLogo.stands_in(marks);
        let leads_home = home(image);
        if !leads_home
            && (others(&image.marks)
                || view.around(image.element).take(5).any(|(_, element)| others(&element.marks)))
        {
            continue;
        }
        found.push((leads_home, image));
    }
    found.sort_by_key(|(leads_home, _)| !leads_home);
    found.into_iter().map(|(_, image)| image).take(2).collect()
}
