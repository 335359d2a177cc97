import { articles as germanArticles } from './de/articles'
import { channel as germanChannel } from './de/channel'
import { checkout as germanCheckout } from './de/checkout'
import { embed as germanEmbed } from './de/embed'
import { failure as germanFailure } from './de/failure'
import { frame as germanFrame } from './de/frame'
import { palette as germanPalette } from './de/palette'
import { price as germanPrice } from './de/price'
import { site as germanSite } from './de/site'
import { start as germanStart } from './de/start'
import { summarize as germanSummarize } from './de/summarize'
import { terms as germanTerms } from './de/terms'
import { ui as germanUi } from './de/ui'
import { wallet as germanWallet } from './de/wallet'
import { articles } from './en/articles'
import { channel } from './en/channel'
import { checkout } from './en/checkout'
import { embed } from './en/embed'
import { failure } from './en/failure'
import { frame } from './en/frame'
import { palette } from './en/palette'
import { price } from './en/price'
import { site } from './en/site'
import { start } from './en/start'
import { summarize } from './en/summarize'
import { terms } from './en/terms'
import { ui } from './en/ui'
import { wallet } from './en/wallet'
import type { Language } from './languages'

/** Every text of the site's pages, in English: its source, and what the types of the others are made from. */
const english = {
  articles,
  channel,
  checkout,
  embed,
  failure,
  frame,
  palette,
  price,
  site,
  start,
  summarize,
  terms,
  ui,
  wallet,
}

/** A namespace in another language: the same keys, texts of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>
}

export type Messages = typeof english

const german: Translation<Messages> = {
  articles: germanArticles,
  channel: germanChannel,
  checkout: germanCheckout,
  embed: germanEmbed,
  failure: germanFailure,
  frame: germanFrame,
  palette: germanPalette,
  price: germanPrice,
  site: germanSite,
  start: germanStart,
  summarize: germanSummarize,
  terms: germanTerms,
  ui: germanUi,
  wallet: germanWallet,
}

export const catalogs: Record<Language, Translation<Messages>> = { en: english, de: german }
