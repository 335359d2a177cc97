import { articles } from './de/articles'
import { bazaarAdd } from './de/bazaar-add'
import { bazaarChecks } from './de/bazaar-checks'
import { bazaarEntry } from './de/bazaar-entry'
import { bazaarSearches } from './de/bazaar-searches'
import { bazaarTry } from './de/bazaar-try'
import { bazaar } from './de/bazaar'
import { channel } from './de/channel'
import { checkout } from './de/checkout'
import { docs } from './de/docs'
import { embed } from './de/embed'
import { facilitator } from './de/facilitator'
import { failure } from './de/failure'
import { frame } from './de/frame'
import { libraryActions } from './de/library-actions'
import { library } from './de/library'
import { mail } from './de/mail'
import { optionPrice } from './de/option-price'
import { palette } from './de/palette'
import { price } from './de/price'
import { shop } from './de/shop'
import { site } from './de/site'
import { start } from './de/start'
import { summarize } from './de/summarize'
import { terms } from './de/terms'
import { ui } from './de/ui'
import { wallet } from './de/wallet'
import type { Messages, Translation } from './catalog'

export const german: Translation<Messages> = {
  articles,
  bazaar,
  bazaarAdd,
  bazaarChecks,
  bazaarEntry,
  bazaarSearches,
  bazaarTry,
  channel,
  checkout,
  docs,
  embed,
  facilitator,
  failure,
  frame,
  library,
  libraryActions,
  mail,
  optionPrice,
  palette,
  price,
  shop,
  site,
  start,
  summarize,
  terms,
  ui,
  wallet,
}
