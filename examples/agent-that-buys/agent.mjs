import { parseArgs } from 'node:util'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const NETWORK = 'eip155:84532'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    max: { type: 'string', default: '0.05' },
    bazaar: { type: 'string', default: 'http://localhost:4021/facilitator' },
  },
})
const wanted = positionals.join(' ')
if (wanted === '' || !/^\d+(\.\d{1,6})?$/.test(values.max) || !process.env.EVM_PRIVATE_KEY) {
  fail('EVM_PRIVATE_KEY=0x… npm start -- "weather" --max 0.05')
}
const cap = parseUnits(values.max, 6)

const isWithinCap = ({ scheme, network, asset, amount }) =>
  scheme === 'exact' &&
  network === NETWORK &&
  asset.toLowerCase() === USDC.toLowerCase() &&
  /^\d+$/.test(amount) &&
  BigInt(amount) <= cap
// Holds against what the server asks for, whatever the bazaar has said: its own 402 decides.
const client = new x402Client()
  .register(NETWORK, new ExactEvmScheme(privateKeyToAccount(process.env.EVM_PRIVATE_KEY)))
  .registerPolicy((_version, options) => options.filter(isWithinCap))
  // In place of the client's own cap of $1.
  .setSpendControls({ maxAmountPerPayment: false })
const pay = wrapFetchWithPayment(fetch, client)

const offer = (await search()).find(isBuyable)
if (!offer) fail(`Nothing in the bazaar answers "${wanted}" for at most $${values.max}.`)
const url = addressOf(offer)
say('chosen', { url: url.href, description: offer.description, amount: offer.accepts.find(isWithinCap).amount })

const answer = await pay(url).catch((error) => fail(`Not bought: ${error.message}`))
const receipt = answer.headers.get('payment-response')
if (!answer.ok || !receipt) fail(`Not bought: ${url.href} answered ${answer.status}.`)
const { transaction, network } = decodePaymentResponseHeader(receipt)
say('paid', { transaction, network })
say('content', await answer.text())

/** Searches the bazaar, the best first. */
async function search() {
  const address = new URL(`${values.bazaar}/discovery/search`)
  address.searchParams.set('query', wanted)
  address.searchParams.set('limit', '20')
  const found = await fetch(address)
  if (!found.ok) fail(`The bazaar answered ${found.status}.`)
  return (await found.json()).resources
}

/** Plain GETs alone: a POST would need to know what to send. */
function isBuyable({ type, accepts, discoveryInfo, resource }) {
  const isGet = (discoveryInfo?.input?.method ?? 'GET') === 'GET'
  return type === 'http' && isGet && URL.canParse(resource) && accepts.some(isWithinCap)
}

/** The entry's address, with the parameters that its seller gives as an example. */
function addressOf({ resource, discoveryInfo }) {
  const address = new URL(resource)
  for (const [name, value] of Object.entries(discoveryInfo?.input?.queryParams ?? {})) {
    if (['string', 'number'].includes(typeof value)) address.searchParams.set(name, String(value))
  }
  return address
}

/** One line of JSON: what strangers wrote is escaped, so that it cannot draw on a terminal. */
function say(what, content) {
  console.log(JSON.stringify({ [what]: content }))
}

function fail(words) {
  console.error(words)
  process.exit(1)
}
