import { setTimeout as sleep } from 'node:timers/promises'
import { assetFacts } from '@/lib/base/chains/assets'
import { signChallenge } from '@/lib/client/sign-challenge'
import { type CheckVerdict, type ConformanceCheck, failed, passed, skipped } from '../check'
import { readHeader, writeHeader } from '../read-header'
import { findPayable, signPayment } from '../sign-payment'
import { askWith, type Subject, type SubjectAnswer } from '../subject'
import { faultOf, settlementSchema } from '../terms'
import { readDeclaration } from './sign-in-checks'

const ATTEMPTS = 20

/** Payments of real money, each at most what the caller named. They are made in this order. */
export const paymentChecks: ConformanceCheck[] = [
  {
    id: 'exact-paid-once',
    level: 'must',
    claim: 'An exact payment gets the content and a settlement, and the same payment gets no content again',
    paragraph: 'transports-v2/http.md, Settlement Response Delivery; x402-specification-v2.md, 10.1',
    run: (subject) => payOnce(subject, 'exact'),
  },
  {
    id: 'upto-paid-once',
    level: 'must',
    claim: 'An upto payment gets the content, is charged at most what was signed and says how much, and is used up',
    paragraph: 'schemes/upto/scheme_upto_evm.md, 3 and Phase 4',
    run: (subject) => payOnce(subject, 'upto'),
  },
  {
    id: 'sign-in-after-payment',
    level: 'should',
    claim: 'The wallet that has paid gets the content by signing in, without another payment',
    paragraph: 'extensions/sign-in-with-x.md, Check Payment History',
    async run(subject) {
      const { payer, terms, url } = subject
      if (!payer) return noWallet
      if (!terms?.extensions?.['sign-in-with-x']) return skipped('no sign-in is offered')
      const signed = await signChallenge(await readDeclaration(subject), { wallets: [payer], network: null, url })
      if (signed.status !== 'signed') return skipped('no chain of the wallet is offered')
      const { status } = await askWith(subject, { 'sign-in-with-x': signed.header })
      return status >= 200 && status < 300 ? passed : failed(`answered ${status}`)
    },
  },
]

const noWallet = skipped('no wallet was given (EVM_PRIVATE_KEY)')

async function payOnce(subject: Subject, scheme: 'exact' | 'upto'): Promise<CheckVerdict> {
  const { payer, terms, maxAtomic } = subject
  if (!payer) return noWallet
  const option = terms && findPayable(terms, payer, scheme)
  if (!terms || !option) return skipped(`no ${scheme} option on EVM is offered`)
  // Only these assets have a known value per unit.
  if (assetFacts(option.network, option.asset)?.decimals !== 6) return skipped(`the asset ${option.asset} is not known`)
  if (BigInt(option.amount) > maxAtomic) return skipped(`it costs ${option.amount} units, more than --max allows`)
  const header = writeHeader(await signPayment(terms, option, payer))
  const answer = await untilDecided(subject, header)
  const said = readHeader(answer.headers.get('payment-response'))
  if (answer.status !== 200) return failed(`answered ${answer.status}: ${whyOf(answer)}`)
  const fault = 'fault' in said ? `PAYMENT-RESPONSE: ${said.fault}` : faultIn(said.value, option, scheme)
  if (fault) return failed(fault)
  const again = await untilDecided(subject, header)
  return again.status >= 400 && again.status < 500
    ? passed
    : failed(`the same payment, sent again, was answered ${again.status}`)
}

/** Asks again while the server says that it is still at work on the payment. */
async function untilDecided(subject: Subject, header: string): Promise<SubjectAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askWith(subject, { 'payment-signature': header })
    if (answer.status !== 409 || attempt === ATTEMPTS) return answer
    await sleep(250)
  }
}

function faultIn(settlement: Record<string, unknown>, option: { network: string; amount: string }, scheme: string) {
  const fault = faultOf(settlementSchema, settlement)
  if (fault) return `PAYMENT-RESPONSE: ${fault}`
  const { success, network, transaction, amount } = settlementSchema.parse(settlement)
  if (!success) return 'PAYMENT-RESPONSE says that nothing was settled'
  if (network !== option.network) return `settled on ${network} in place of ${option.network}`
  if (scheme === 'upto' && amount === undefined) return 'an upto settlement does not say its amount'
  if (amount !== undefined && BigInt(amount) > BigInt(option.amount))
    return `charged ${amount} of at most ${option.amount}`
  return transaction === '' && amount !== '0' ? 'no transaction is named' : null
}

function whyOf({ headers, text }: SubjectAnswer): string {
  const said = readHeader(headers.get('payment-required'))
  return 'value' in said && typeof said.value.error === 'string' ? said.value.error : text.slice(0, 100)
}
