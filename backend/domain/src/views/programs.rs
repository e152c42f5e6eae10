//! Programs that open links, by their user agents.

use super::Class;

const PREVIEW: Class = Class::PreviewBot;
const SCANNER: Class = Class::MailScanner;

/// Parts of a user agent in lower case, all of which must occur in it; the first matching line decides. Names
/// that browsers also contain (Avast, Kaspersky, the apps of Facebook and `LinkedIn`) are left out on
/// purpose: people read in those.
const KNOWN: &[(&[&str], Class, &str)] = &[
    // Apple's Messages sends both names, to get the same content as those two.
    (&["facebookexternalhit", "twitterbot"], PREVIEW, "Apple Messages, which shows previews of links"),
    // "TelegramBot (like TwitterBot)"
    (&["telegrambot"], PREVIEW, "Telegram, which shows previews of links"),
    (&["slackbot"], PREVIEW, "Slack, which shows previews of links"),
    (&["slack-imgproxy"], PREVIEW, "Slack, which shows previews of links"),
    (&["twitterbot"], PREVIEW, "X, which shows previews of links"),
    (&["facebookexternalhit"], PREVIEW, "Facebook, which shows previews of links"),
    (&["facebot"], PREVIEW, "Facebook, which shows previews of links"),
    (&["meta-externalfetcher"], PREVIEW, "Facebook, which shows previews of links"),
    // Signal uses the same name.
    (&["whatsapp/"], PREVIEW, "WhatsApp or Signal, which show previews of links"),
    (&["linkedinbot"], PREVIEW, "LinkedIn, which shows previews of links"),
    (&["discordbot"], PREVIEW, "Discord, which shows previews of links"),
    (&["skypeuripreview"], PREVIEW, "Microsoft Teams or Skype, which show previews of links"),
    (&["redditbot"], PREVIEW, "Reddit, which shows previews of links"),
    (&["pinterestbot"], PREVIEW, "Pinterest, which shows previews of links"),
    (&["snap url preview"], PREVIEW, "Snapchat, which shows previews of links"),
    (&["kakaotalk-scrap"], PREVIEW, "KakaoTalk, which shows previews of links"),
    (&["line-poker"], PREVIEW, "LINE, which shows previews of links"),
    (&["vkshare"], PREVIEW, "VK, which shows previews of links"),
    (&["mastodon/"], PREVIEW, "Mastodon, which shows previews of links"),
    (&["cardyb"], PREVIEW, "Bluesky, which shows previews of links"),
    (&["synapse (bot"], PREVIEW, "Matrix, which shows previews of links"),
    (&["embedly"], PREVIEW, "Embedly, which makes previews of links"),
    (&["iframely"], PREVIEW, "Iframely, which makes previews of links"),
    (&["bingpreview"], SCANNER, "Microsoft, which checks the links of mails"),
    (&["safelinks"], SCANNER, "Microsoft Safe Links, which checks the links of mails"),
    (&["microsoft defender"], SCANNER, "Microsoft Defender, which checks the links of mails"),
    (&["ms-office"], SCANNER, "Microsoft Office, before it hands a link to the browser"),
    (&["microsoft office"], SCANNER, "Microsoft Office, before it hands a link to the browser"),
    (&["proofpoint"], SCANNER, "Proofpoint, which checks the links of mails"),
    (&["mimecast"], SCANNER, "Mimecast, which checks the links of mails"),
    (&["barracuda"], SCANNER, "Barracuda, which checks the links of mails"),
    (&["messagelabs"], SCANNER, "Symantec, which checks the links of mails"),
    (&["symantec"], SCANNER, "Symantec, which checks the links of mails"),
    (&["trendmicro"], SCANNER, "Trend Micro, which checks the links of mails"),
    (&["trend micro"], SCANNER, "Trend Micro, which checks the links of mails"),
    (&["fortiguard"], SCANNER, "Fortinet, which checks the links of mails"),
    (&["forcepoint"], SCANNER, "Forcepoint, which checks the links of mails"),
    (&["websense"], SCANNER, "Forcepoint, which checks the links of mails"),
    (&["ironport"], SCANNER, "Cisco, which checks the links of mails"),
    (&["mailmarshal"], SCANNER, "Trustwave, which checks the links of mails"),
    (&["hornetsecurity"], SCANNER, "Hornetsecurity, which checks the links of mails"),
    (&["cloudmark"], SCANNER, "Cloudmark, which checks the links of mails"),
    (&["google-safety"], SCANNER, "Google, which checks links for abuse"),
    (&["virustotal"], SCANNER, "VirusTotal, which checks links for abuse"),
    (&["urlscan"], SCANNER, "urlscan.io, which checks links for abuse"),
    (&["netcraft"], SCANNER, "Netcraft, which checks links for abuse"),
    (&["palo alto networks"], SCANNER, "Palo Alto Networks, which checks links for abuse"),
    (&["headless"], SCANNER, HEADLESS),
    (&["phantomjs"], SCANNER, HEADLESS),
    (&["puppeteer"], SCANNER, HEADLESS),
    (&["playwright"], SCANNER, HEADLESS),
    (&["selenium"], SCANNER, HEADLESS),
    (&["htmlunit"], SCANNER, HEADLESS),
    (&["chrome-lighthouse"], SCANNER, HEADLESS),
    (&["linkcheck"], SCANNER, CHECKER),
    (&["link checker"], SCANNER, CHECKER),
    (&["checklink"], SCANNER, CHECKER),
    (&["uptimerobot"], SCANNER, CHECKER),
    (&["pingdom"], SCANNER, CHECKER),
    (&["statuscake"], SCANNER, CHECKER),
    (&["curl/"], SCANNER, NO_BROWSER),
    (&["wget/"], SCANNER, NO_BROWSER),
    (&["python-requests"], SCANNER, NO_BROWSER),
    (&["python-urllib"], SCANNER, NO_BROWSER),
    (&["python-httpx"], SCANNER, NO_BROWSER),
    (&["python/"], SCANNER, NO_BROWSER),
    (&["go-http-client"], SCANNER, NO_BROWSER),
    (&["okhttp"], SCANNER, NO_BROWSER),
    (&["java/"], SCANNER, NO_BROWSER),
    (&["apache-httpclient"], SCANNER, NO_BROWSER),
    (&["libwww-perl"], SCANNER, NO_BROWSER),
    (&["node-fetch"], SCANNER, NO_BROWSER),
    (&["axios/"], SCANNER, NO_BROWSER),
    (&["undici"], SCANNER, NO_BROWSER),
    (&["guzzlehttp"], SCANNER, NO_BROWSER),
    (&["postmanruntime"], SCANNER, NO_BROWSER),
    (&["windowspowershell"], SCANNER, NO_BROWSER),
    (&["winhttp"], SCANNER, NO_BROWSER),
    (&["reqwest/"], SCANNER, NO_BROWSER),
    (&["scrapy"], SCANNER, NO_BROWSER),
    // Any other program with "bot" in its name. CUBOT is a phone brand, which writes a space or an underscore
    // after it.
    (&["bot/"], Class::Unknown, CRAWLER),
    (&["bot;"], Class::Unknown, CRAWLER),
    (&["bot)"], Class::Unknown, CRAWLER),
    (&["crawler"], Class::Unknown, CRAWLER),
    (&["spider"], Class::Unknown, CRAWLER),
];

const HEADLESS: &str = "A headless browser, as used by scanners";
const CHECKER: &str = "A program that checks whether links work";
const NO_BROWSER: &str = "A program that is not a browser";
const CRAWLER: &str = "A crawler that identifies itself";

/// The class of a program with that user agent, if it is known not to be a person's browser.
pub fn find(user_agent: &str) -> Option<(Class, &'static str)> {
    let name = user_agent.to_ascii_lowercase();
    let (_, class, reason) = KNOWN.iter().find(|(parts, ..)| parts.iter().all(|part| name.contains(part)))?;
    Some((*class, reason))
}
