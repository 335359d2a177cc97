import { articles } from './en/articles'
import { bazaar } from './en/bazaar'
import { bazaarAdd } from './en/bazaar-add'
import { bazaarChecks } from './en/bazaar-checks'
import { bazaarEntry } from './en/bazaar-entry'
import { bazaarSearches } from './en/bazaar-searches'
import { bazaarTry } from './en/bazaar-try'
import { changes } from './en/changes'
import { channel } from './en/channel'
import { checkout } from './en/checkout'
import { dashboard } from './en/dashboard'
import { dashboardNav } from './en/dashboard-nav'
import { docs } from './en/docs'
import { earnings } from './en/earnings'
import { embed } from './en/embed'
import { facilitator } from './en/facilitator'
import { failure } from './en/failure'
import { folderImport } from './en/folder-import'
import { formDone } from './en/form-done'
import { forms } from './en/forms'
import { frame } from './en/frame'
import { gatewayForms } from './en/gateway-forms'
import { gateways } from './en/gateways'
import { library } from './en/library'
import { libraryActions } from './en/library-actions'
import { listingChecks } from './en/listing-checks'
import { mail } from './en/mail'
import { mails } from './en/mails'
import { operator } from './en/operator'
import { operatorForms } from './en/operator-forms'
import { optionPrice } from './en/option-price'
import { palette } from './en/palette'
import { passing } from './en/passing'
import { payments } from './en/payments'
import { price } from './en/price'
import { routeForms } from './en/route-forms'
import { routeNav } from './en/route-nav'
import { routes } from './en/routes'
import { sellerForms } from './en/seller-forms'
import { sentences } from './en/sentences'
import { shop } from './en/shop'
import { shopPages } from './en/shop-pages'
import { site } from './en/site'
import { start } from './en/start'
import { summarize } from './en/summarize'
import { terms } from './en/terms'
import { testPayment } from './en/test-payment'
import { ui } from './en/ui'
import { wallet } from './en/wallet'

/** Every text of the site's pages, in English: their source, and what the types of the others are made from. */
export const english = {
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
