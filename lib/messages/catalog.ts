import { bazaar as germanBazaar } from './de/bazaar'
import { bazaarAdd as germanBazaarAdd } from './de/bazaar-add'
import { bazaarChecks as germanBazaarChecks } from './de/bazaar-checks'
import { bazaarEntry as germanBazaarEntry } from './de/bazaar-entry'
import { bazaarSearches as germanBazaarSearches } from './de/bazaar-searches'
import { bazaarTry as germanBazaarTry } from './de/bazaar-try'
import { docs as germanDocs } from './de/docs'
import { facilitator as germanFacilitator } from './de/facilitator'
import { frame as germanFrame } from './de/frame'
import { library as germanLibrary } from './de/library'
import { libraryActions as germanLibraryActions } from './de/library-actions'
import { mail as germanMail } from './de/mail'
import { optionPrice as germanOptionPrice } from './de/option-price'
import { shop as germanShop } from './de/shop'
import { bazaar } from './en/bazaar'
import { bazaarAdd } from './en/bazaar-add'
import { bazaarChecks } from './en/bazaar-checks'
import { bazaarEntry } from './en/bazaar-entry'
import { bazaarSearches } from './en/bazaar-searches'
import { bazaarTry } from './en/bazaar-try'
import { docs } from './en/docs'
import { facilitator } from './en/facilitator'
import { frame } from './en/frame'
import { library } from './en/library'
import { libraryActions } from './en/library-actions'
import { mail } from './en/mail'
import { optionPrice } from './en/option-price'
import { shop } from './en/shop'
import type { Language } from './languages'

/** Every text of the site's pages, in English: its source, and what the types of the others are made from. */
const english = {
  bazaar,
  bazaarAdd,
  bazaarChecks,
  bazaarEntry,
  bazaarSearches,
  bazaarTry,
  docs,
  facilitator,
  frame,
  library,
  libraryActions,
  mail,
  optionPrice,
  shop,
}

/** A namespace in another language: the same keys, texts of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>
}

export type Messages = typeof english

const german: Translation<Messages> = {
  bazaar: germanBazaar,
  bazaarAdd: germanBazaarAdd,
  bazaarChecks: germanBazaarChecks,
  bazaarEntry: germanBazaarEntry,
  bazaarSearches: germanBazaarSearches,
  bazaarTry: germanBazaarTry,
  docs: germanDocs,
  facilitator: germanFacilitator,
  frame: germanFrame,
  library: germanLibrary,
  libraryActions: germanLibraryActions,
  mail: germanMail,
  optionPrice: germanOptionPrice,
  shop: germanShop,
}

export const catalogs: Record<Language, Translation<Messages>> = { en: english, de: german }
