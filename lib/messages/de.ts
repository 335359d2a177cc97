import type { Messages, Translation } from './catalog'
import { articles } from './de/articles'
import { bazaar } from './de/bazaar'
import { bazaarAdd } from './de/bazaar-add'
import { bazaarChecks } from './de/bazaar-checks'
import { bazaarEntry } from './de/bazaar-entry'
import { bazaarSearches } from './de/bazaar-searches'
import { bazaarTry } from './de/bazaar-try'
import { changes } from './de/changes'
import { channel } from './de/channel'
import { checkout } from './de/checkout'
import { dashboard } from './de/dashboard'
import { dashboardNav } from './de/dashboard-nav'
import { docs } from './de/docs'
import { earnings } from './de/earnings'
import { embed } from './de/embed'
import { facilitator } from './de/facilitator'
import { failure } from './de/failure'
import { folderImport } from './de/folder-import'
import { formDone } from './de/form-done'
import { forms } from './de/forms'
import { frame } from './de/frame'
import { gatewayForms } from './de/gateway-forms'
import { gateways } from './de/gateways'
import { library } from './de/library'
import { libraryActions } from './de/library-actions'
import { listingChecks } from './de/listing-checks'
import { mail } from './de/mail'
import { mails } from './de/mails'
import { operator } from './de/operator'
import { operatorForms } from './de/operator-forms'
import { optionPrice } from './de/option-price'
import { palette } from './de/palette'
import { passing } from './de/passing'
import { payments } from './de/payments'
import { price } from './de/price'
import { routeForms } from './de/route-forms'
import { routeNav } from './de/route-nav'
import { routes } from './de/routes'
import { sellerForms } from './de/seller-forms'
import { sentences } from './de/sentences'
import { shop } from './de/shop'
import { shopPages } from './de/shop-pages'
import { site } from './de/site'
import { start } from './de/start'
import { summarize } from './de/summarize'
import { terms } from './de/terms'
import { testPayment } from './de/test-payment'
import { ui } from './de/ui'
import { wallet } from './de/wallet'

export const german: Translation<Messages> = {
  articles,
  bazaar,
  bazaarAdd,
  bazaarChecks,
  bazaarEntry,
  bazaarSearches,
  bazaarTry,
  changes,
  channel,
  checkout,
  dashboard,
  dashboardNav,
  docs,
  earnings,
  embed,
  facilitator,
  failure,
  folderImport,
  formDone,
  forms,
  frame,
  gatewayForms,
  gateways,
  library,
  libraryActions,
  listingChecks,
  mail,
  mails,
  operator,
  operatorForms,
  optionPrice,
  palette,
  passing,
  payments,
  price,
  routeForms,
  routeNav,
  routes,
  sellerForms,
  sentences,
  shop,
  shopPages,
  site,
  start,
  summarize,
  terms,
  testPayment,
  ui,
  wallet,
}
