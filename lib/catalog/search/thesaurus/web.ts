/**
 * Lines of phrases that mean the same. `a > b` means that a search for a also finds b, not the reverse; `a ~ b` that
 * b is only near: a brand's field, a wider word.
 */
export const web = `
lookup, look up, query, search
search ~ find, discover
find > search, lookup, finder
verify, check, validate, verification, validation
check > test, checker, detect
detect, detection, detector
identify, recognize, recognition
list, enumerate, all
random, surprise, shuffle
compare, comparison, versus, difference
track, monitor, watch, follow
alert, notification, notify
dns, domain name system, nameserver
dns records, dns lookup, resolve domain, dns query
nslookup, dig > dns lookup, dns
mx, mail exchanger, mail exchange, mail server
txt record, spf, dkim, dmarc
whois, domain registration, domain owner, rdap
who owns, who owns domain, owns domain, who registered > whois, domain registration, rdap
domain, hostname, domain name
domain availability, available domain, register domain, buy domain
domain age, domain reputation
subdomain, subdomains
ssl, tls, certificate, https certificate
ip, ip address, internet address, ipv4, ipv6
ip geolocation, ip location, geoip, ip lookup, locate ip
where is this ip, internet address located, located ip > ip geolocation, geoip
vpn, proxy, tor exit
asn, autonomous system, bgp
port scan, open ports, nmap
http headers, security headers, response headers
uptime, status check, is it down, availability
website down, site down, is down, website up, site up, website status > uptime, status check, url status
ping, latency, reachability
threat intelligence, threat intel, malware, ioc, abuse
blacklist, blocklist, dnsbl, denylist
phishing, malicious url, url safety, suspicious link
vulnerability, cve, exploit, security advisory
prompt injection, jailbreak, prompt guard
malware scan, virus scan, virus check
password, passphrase, credential
breach, leaked, pwned, data leak
email, e mail, mail, mailbox
email validation, email verification, verify email, validate email, email check, deliverability
throwaway, disposable, temporary, burner
throwaway mailbox, disposable email, temp mail, temporary email, burner email, throwaway email
send email, email sending, smtp, transactional email
inbox, receive email, email relay
spam, junk
spam check, spam score, spam detection
sms, text message, texting
phone, telephone, phone number, mobile number
phone lookup, carrier lookup, phone validation, caller id
phone call, voice call, call, dial
fax > send document
scrape, scraping, scraper, crawl, crawler, extract, fetch
web scraping, scrape web page, page extraction, url content, web page content, crawl website, page to markdown, reader
web page, webpage, website, site, url, page
markdown, md
scrape to markdown, url to markdown, html to markdown > extract, url content, page extract
html, dom
screenshot, screen capture, page capture, snapshot, web capture
pdf, portable document
render pdf, html to pdf, url to pdf, print to pdf
ocr, text recognition, extract text from image, scanned document
pdf text, extract pdf, pdf extraction, pdf to text, parse pdf, pdf parser
document parsing, document extraction, parse document
headless browser, browser automation, remote browser, browser session, puppeteer, playwright
browser, chromium, chrome
captcha, recaptcha, hcaptcha
metadata, meta tags, open graph, og tags
link preview, url preview, unfurl
favicon, site icon, website logo
logo, brand logo
seo, search engine optimization, keyword ranking, serp
serp, google results, search results, google search
backlink, backlinks, link building
sitemap, robots txt
web search, internet search, search the web, online search, search engine
google ~ web search, serp
bing, brave, duckduckgo, tavily, exa, perplexity ~ web search
answer engine, ask a question, question answering, grounded answer
research, deep research, investigate, report
summarize, summary, summarization, tldr, digest, recap
headline, headlines, top stories, news
news, articles, headlines, breaking
latest news, current events, breaking news > news
newsletter, digest
rss, feed, atom feed
blog, blog post, article
hacker news, hackernews, hn, ycombinator
reddit, subreddit
wikipedia, encyclopedia
forum, discussion board, community
podcast, audio show, episode
social media, social network, social
twitter, x com, tweet, tweets, xprofile
tweet, tweets, twitter post, post on x, twitter
tweets by keyword, search tweets, tweet search, twitter search
twitter profile, twitter user, x profile, xprofile, x user
on x, from x, x account, x post > twitter, tweet
follow on x, who follows, following list, followers list > twitter following, following, followers
followers, following, follower list
follow > following, followers
instagram, ig, insta
tiktok, short video
facebook, fb, meta
linkedin, professional network, professional profile
youtube, yt, video platform
youtube transcript, video transcript, captions, subtitles
telegram, tg, discord
farcaster, warpcast, casts
influencer, creator, kol
trending topics, trending, viral, hot topics, trends
hashtag, hashtags
shorten url, url shortener, short link, shorten link, link shortener, short url
redirect, unshorten, expand url
qr code, qrcode, qr, barcode
barcode, upc, ean, product code
file upload, upload file, file hosting, file storage, upload
upload image, image hosting, image upload, host image
public url, shareable link, hosting
storage, object storage, bucket, ipfs, pin, pinning
ipfs, pinata, arweave, decentralized storage
cdn, content delivery
webhook, callback, http callback
cron, schedule, scheduled job, reminder
database, sql, db, datastore
key value, kv store, cache
hosting, deploy, deployment, publish site
serverless, cloud function, lambda
cloud, vps, virtual machine, server rental
gpu, compute, gpu rental, accelerator
directory, registry, catalog, index, marketplace
service directory, api directory, service discovery
`
