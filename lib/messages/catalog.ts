import { changes as germanChanges } from './de/changes'
import { dashboard as germanDashboard } from './de/dashboard'
import { dashboardNav as germanDashboardNav } from './de/dashboard-nav'
import { earnings as germanEarnings } from './de/earnings'
import { formDone as germanFormDone } from './de/form-done'
import { frame as germanFrame } from './de/frame'
import { operator as germanOperator } from './de/operator'
import { operatorForms as germanOperatorForms } from './de/operator-forms'
import { payments as germanPayments } from './de/payments'
import { sellerForms as germanSellerForms } from './de/seller-forms'
import { sentences as germanSentences } from './de/sentences'
import { shopPages as germanShopPages } from './de/shop-pages'
import { changes } from './en/changes'
import { dashboard } from './en/dashboard'
import { dashboardNav } from './en/dashboard-nav'
import { earnings } from './en/earnings'
import { formDone } from './en/form-done'
import { frame } from './en/frame'
import { operator } from './en/operator'
import { operatorForms } from './en/operator-forms'
import { payments } from './en/payments'
import { sellerForms } from './en/seller-forms'
import { sentences } from './en/sentences'
import { shopPages } from './en/shop-pages'
import type { Language } from './languages'

/** Every text of the site's pages, in English: its source, and what the types of the others are made from. */
const english = {
  changes,
  dashboard,
  dashboardNav,
  earnings,
  formDone,
  frame,
  operator,
  operatorForms,
  payments,
  sellerForms,
  sentences,
  shopPages,
}

/** A namespace in another language: the same keys, texts of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>
}

export type Messages = typeof english

const german: Translation<Messages> = {
  changes: germanChanges,
  dashboard: germanDashboard,
  dashboardNav: germanDashboardNav,
  earnings: germanEarnings,

  formDone: germanFormDone,
  frame: germanFrame,
  operator: germanOperator,
  operatorForms: germanOperatorForms,
  payments: germanPayments,
  sellerForms: germanSellerForms,
  sentences: germanSentences,
  shopPages: germanShopPages,
}

export const catalogs: Record<Language, Translation<Messages>> = { en: english, de: german }
