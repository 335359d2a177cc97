import { type Check, failed, passed, skipped } from '../check'
import { readHeader, writeHeader } from '../read-header'
import { findPayable, signPayment } from '../sign-payment'
import { type Answer, askWith, type Subject } from '../subject'

const errors = 'transports-v2/http.md, Error Handling'
const MALFORMED: Record<string, string> = {
  'no base64': 'nonsense',
  'no JSON': Buffer.from('nonsense').toString('base64'),
  'JSON null': writeHeader(null),
  'an array': writeHeader([]),
  'an empty object': writeHeader({}),
  'another version': writeHeader({ x402Version: 99, accepted: {}, payload: {} }),
  'deep nesting': Buffer.from(`{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`).toString('base64'),
}

/** Payments that are none: nothing may be served, and nothing may fall over. */
export const headerChecks: Check[] = [
  {
    id: 'malformed-refused',
    level: 'must',
    claim: 'A malformed PAYMENT-SIGNATURE never gets content, and is no error of the server',
    paragraph: errors,
    run: (subject) => eachMalformed(subject, ({ status }) => status >= 400 && status < 500),
  },
  {
    id: 'malformed-400',
    level: 'should',
    claim: 'A malformed PAYMENT-SIGNATURE is answered 400',
    paragraph: `${errors}: Invalid Payment`,
    run: (subject) => eachMalformed(subject, ({ status }) => status === 400),
  },
  {
    id: 'malformed-told-terms',
    level: 'service',
    claim: 'What refuses a malformed payment says the terms again',
    paragraph: 'docs/conformance.md, Refusals',
    run: (subject) => eachMalformed(subject, ({ headers }) => headers.has('payment-required')),
  },
  {
    id: 'penniless-402',
    level: 'must',
    claim: 'A well-signed payment of a wallet without money is answered 402, with a reason',
    paragraph: `${errors}: Payment Failed`,
    async run(subject) {
      const payment = await signByStranger(subject)
      if (!payment) return skipped('no exact option on EVM is offered')
      const answer = await askWith(subject, { 'payment-signature': writeHeader(payment) })
      if (answer.status !== 402) return failed(`answered ${answer.status}`)
      const said = readHeader(answer.headers.get('payment-required'))
      const failure = readHeader(answer.headers.get('payment-response'))
      const isTold = ('value' in said && typeof said.value.error === 'string') || 'value' in failure
      return isTold ? passed : failed('neither PAYMENT-REQUIRED nor PAYMENT-RESPONSE says why')
    },
  },
  {
    id: 'cheaper-refused',
    level: 'must',
    claim: 'A payment for other terms than those offered never gets content',
    paragraph: 'x402-specification-v2.md, 6.1.2, Parameter Matching',
    async run(subject) {
      const { terms, stranger } = subject
      const option = terms && findPayable(terms, stranger, 'exact')
      if (!terms || !option) return skipped('no exact option on EVM is offered')
      for (const change of [{ amount: '1' }, { payTo: stranger.address }]) {
        const payment = await signPayment(terms, { ...option, ...change }, stranger)
        const { status } = await askWith(subject, { 'payment-signature': writeHeader(payment) })
        if (status < 400 || status >= 500) return failed(`${JSON.stringify(change)}: answered ${status}`)
      }
      return passed
    },
  },
]

async function eachMalformed(subject: Subject, isRight: (answer: Answer) => boolean) {
  const wrong: string[] = []
  for (const [name, header] of Object.entries(MALFORMED)) {
    const answer = await askWith(subject, { 'payment-signature': header })
    if (!isRight(answer)) wrong.push(`${name}: ${answer.status}`)
  }
  return wrong.length === 0 ? passed : failed(wrong.join('; '))
}

async function signByStranger({ terms, stranger }: Subject) {
  const option = terms && findPayable(terms, stranger, 'exact')
  return terms && option ? signPayment(terms, option, stranger) : null
}
