/**
 * Lines of phrases that mean the same. `a > b` means that a search for a also finds b, not the reverse; `a ~ b` that
 * b is only near: a brand's field, a wider word.
 */
export const mediaAndCode = `
image, picture, photo, img, illustration, artwork
image generation, generate image, text to image, create image, ai image, image from prompt, image generator, imagegen, draw picture, make a picture
generate, create, make, produce, generator, generation
dall e, stable diffusion, midjourney, flux, sdxl, gpt image, nano banana, imagen ~ image generation
image editing, edit image, inpaint, image to image
background removal, remove background, cutout
upscale, super resolution, enhance image
resize, crop, thumbnail
image classification, image recognition, computer vision, analyze image, vision
describe image, image caption, alt text, image description
face detection, facial recognition, face recognition
object detection, detected objects
meme, funny image, meme generator
avatar, profile picture, pfp
icon, emoji, sticker
gif, animated image, giphy, tenor
video, clip, movie, footage
video generation, text to video, generate video
sora, veo, kling, runway ~ generate video
video download, download video
movie, film, cinema, imdb
tv show, series, television
music, song, audio track, tune
music generation, generate music, text to music
song lyrics, lyrics
playlist, mix, dj
sound effect, sfx
audio, sound, voice, recording
speech to text, transcription, transcribe, transcript, stt, asr, voice to text, audio to text, whisper, dictation, speech recognition
text to speech, tts, speech synthesis, voice generation, voice over, read aloud, narration, voiceover
voice clone, voice cloning
3d model, gltf, glb, mesh, 3d asset
3d, three dimensional > 3d model, gltf, glb
cad, stl, 3d print
ebook, epub, book, books
book, isbn, novel, library
download book, book download, ebook download, epub
llm, language model, large language model, chat model
gpt, claude, gemini, llama, deepseek, mistral, grok ~ llm, chat completions
chat completion, chat completions, completions, llm inference, inference, openai compatible
openai ~ gpt, chatgpt
chatgpt ~ openai, gpt
anthropic ~ claude
chat, chatbot, conversation, assistant, dialog
embedding, embeddings, vector, vectorize
vector search, semantic search, similarity search
rerank, reranker, ranking model
fine tune, fine tuning, training
moderation, content moderation, toxicity, nsfw, profanity
sentiment analysis, analyze sentiment, tone analysis
entity extraction, named entity, ner
classification, classify, categorize, labeling
keyword extraction, extract keywords, key phrases
translate, translation, translator, localize, language converter
spanish to german, english to french, english to spanish, german to english, into french, into spanish, into german, into english, into japanese, into chinese, text converter > translate, translation
language detection, detect language
paraphrase, rewrite, rephrase, reword
grammar, spell check, proofread, grammar check
plagiarism, ai detection, ai content detector
copywriting, marketing copy, ad copy, slogan
write article, content writing, blog writing, content generation
story, fiction, poem, poetry
joke, humor, funny, comedy, pun, roast
quote of the day, inspirational quote, fortune cookie, proverb
trivia, quiz, fun fact
horoscope, astrology, zodiac, tarot
name generator, naming, brand name
logo design, design logo
presentation, slides, powerpoint, slide deck
spreadsheet, excel, xlsx
resume, cv, cover letter
run code, execute code, code execution, code interpreter, code sandbox, sandbox
python, py
javascript, js, node
code, source code, programming
code review, review code, lint
code generation, generate code, write code, coding
debug, bug, fix error
sandbox, isolated environment, e2b, microvm
github, git, repository, repo
pull request, code repository, commits
npm, package registry, node package, pypi, library
package search, package lookup, dependency
dependency check, package audit, supply chain
docker, container, kubernetes
regex, regular expression
jwt, json web token, access token, bearer token
decode jwt, jwt decode, jwt decoder, parse token
hash, sha256, md5, checksum, digest
encrypt, decrypt, encryption, cipher
base64, encode, decode, encoding
uuid, guid, unique id
random number, rng, randomness, dice, coin flip, vrf
csv, comma separated, tsv
csv to json, convert csv, csv parser, json to csv
json, yaml, xml, toml
convert, converter, conversion, transform
unit conversion, unit converter, convert units, kilograms pounds, miles kilometers, celsius fahrenheit
kilogram, kg, kilo
pound, lb, lbs
mile, miles
kilometer, km
color, colour, palette, hex color
color contrast, contrast ratio, wcag, accessibility
accessibility, a11y, wcag
color palette, color scheme, palette generator
font, typography, typeface
diff, compare text, text difference
text statistics, word count, readability, character count
template, boilerplate, scaffold
timestamp, unix time, epoch, date conversion
timezone, time zone, utc, world clock, current time
date, calendar, day
calculator, calculate, math, compute, equation
statistics, regression, forecast, time series
chart image, chart generation, render chart, graph image
diagram, flowchart, mermaid
svg, vector image, vector graphic
analysis, analyze, analyse, analyzer, analytics
echo, test endpoint, ping, hello world
mcp, model context protocol
agent memory, long term memory, memory
agent identity, erc 8004, agent registry, agent reputation
multi agent, agent swarm, swarm, orchestration
workflow, automation, pipeline
proof, attestation, notarize, notary, timestamping
zero knowledge, zk, zkp
oracle, data feed, price feed
prompt, system prompt, prompt engineering
prompt optimization, improve prompt, prompt enhancer
`
