import { stemmer } from 'stemmer'

/**
 * Words as the catalog indexes and searches them: accents folded, camelCase and paths cut, English stemmed,
 * Chinese, Japanese and Korean in overlapping pairs of characters. Both sides use this one function, so a word
 * that was indexed is a word that can be found.
 */

/** English words without meaning in a search; they are neither indexed nor searched. */
const STOP_WORDS = new Set(
  `a an and any anything are as at be been but by can could did do does doing for from had has have having he her here
  him his how i if in into is it its itself just let lets me more most my no nor not of off on once only onto or our
  out over own per please she should so some such than that the their them then there these they this those through to
  too under until up upon us very via was we were what when where which while who whom whose why will with within
  without would you your yours want wants need needs looking something someone somebody give gives tell tells told like also
  em en de del du la el los las der und von fur mit il
  whether if might must shall could able please anybody everything there here really actually currently possible`
    .trim()
    .split(/\s+/),
)

/** Words on nearly every listing: they never decide whether something fits, only how well. */
const WEAK_WORDS = new Set(
  `api apis endpoint endpoints service services x402 http https paid pay payment payments tool tools rest agent agents ai
  get fetch post access data info information app application online web3 usdc v1 v2 v3 com www io based using use used
  best top good great cheap fast simple easy free new find retrieve return returns provide provides provider`
    .trim()
    .split(/\s+/),
)

/** Words of everyday speech that say little about what a service does, however rare they are among listings. */
const GENERIC_WORDS = new Set(
  `advice help details detail list lookup check checker show run take make made thing things way kind type item items number
  name names current latest live realtime real time now today daily world work job topic topics related detect detector
  generator creator maker finder manager builder best simple quick instant automatic smart public private local global
  user users people someone everyone content text file files page pages result results report reports question ask
  understand know explain read write send receive open close start stop add remove update change set move buy sell order
  available recent popular trending high low big small many several different same other another every each whole full
  about across between against around near compatible based powered specific single multiple several own remote
  good bad better nice strong weak easy hard sure happy sad right wrong clear full empty certain possible
  keep look looking put say said talk talking come coming went going go happen happened happening feel try trying turn
  bring hear see seen got getting become end begin beginning needed wanted works working worked live lives living
  stuff lot bit piece kind sort somewhere anywhere everywhere nothing somebody nobody anyone
  old young early late next before after again still never always often sometimes ever soon later ago
  yesterday tomorrow tonight morning far close away back much enough most least more less lots little
  call called calling means meaning mean please thanks thank suggest useful interesting important exactly`
    .trim()
    .split(/\s+/),
)

const CJK_STOP = new Set(
  '获取 查询 查找 查看 提供 使用 我想 想要 需要 请帮 帮我 一个 什么 如何 怎么 教え てく くだ ださ さい を取 取得 알려 려줘'.split(
    ' ',
  ),
)

export const isGenericWord = (word: string): boolean => GENERIC_WORDS.has(word)

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word) || CJK_STOP.has(word)
export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(word)

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu
const MARKS = /\p{M}+/gu
const MAX_WORD_LENGTH = 40

/** Lower case, without accents and without look-alike forms; invisible characters are gone. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}

/** Words of `text` in order, folded, not stemmed; stop words stay. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  const plain = foldText(separateCamelCase(text)).replace(/(\p{L})['’]s(?!\p{L})/gu, '$1')
  for (const [run] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (run.length === 1 && /[a-wyz]/.test(run)) continue
    if (!CJK.test(run)) {
      if (run.length <= MAX_WORD_LENGTH) words.push(run)
      continue
    }
    for (const part of run
      .replace(CJK_RUN, (cjk) => ` ${cjk} `)
      .trim()
      .split(/\s+/)) {
      if (CJK.test(part)) words.push(...characterPairs(part))
      else if (part.length <= MAX_WORD_LENGTH) words.push(part)
    }
  }
  return words
}

/** `getTokenPrice` → `get Token Price`; `OHLCVData` → `OHLCV Data`; `URLs` stays. */
const separateCamelCase = (text: string): string =>
  text.replace(/(\p{Ll}|\d)(\p{Lu}\p{Ll})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{L}))\p{Ll})/gu, '$1 $2')

function characterPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(0, -1).map((character, index) => character + characters[index + 1])
}

const stems = new Map<string, string>()

/** Words whose Porter stem is that of another word with another meaning; they only lose their plural. */
const OWN_STEM = new Set(
  `accessibility publication general generic generics universal university universe organic organization organ policy police
  news international intern important importance import marketing community communication formation format information
  population popular conversation conversion converse author authority authorize animal animate executive execute
  experience experiment station stationery capital operation opera several severe relative relation server service
  personal person physical physician numerical numerous past paste market medium media mediation stock stocking
  convert contractor contraction constitution institute designation nation national native transition transit
  communicate commune transaction computation professional profession probation rational ration ethics ether
  commercial commerce electric election elector terminal term`
    .trim()
    .split(/\s+/),
)

/** Porter's stem of one folded word; words with digits or outside Latin letters stay as they are. */
export function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stemmed = stemLatin(word)
  if (stems.size > 50_000) stems.clear()
  stems.set(word, stemmed)
  return stemmed
}

function stemLatin(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/([^s])s$/, '$1')
  if (OWN_STEM.has(word)) return word
  return OWN_STEM.has(singular) ? singular : stemmer(word)
}
