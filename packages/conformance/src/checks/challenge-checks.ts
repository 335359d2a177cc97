import { type ConformanceCheck, failed, passed, skipped, withoutFault } from '../check'
import { readHeader, writeHeader } from '../read-header'
import { findPayable, signByStranger, signPayment } from '../sign-payment'
import { askWith, type Subject, type SubjectAnswer } from '../subject'
import { faultOf, termsSchema } from '../terms'

const signalling = 'transports-v2/http.md, Payment Required Signaling'
const fields = 'x402-specification-v2.md, 5.1.2'
const noTerms = skipped('there are no terms that can be read')

export const challengeChecks: ConformanceCheck[] = [
  {
    id: 'challenge-status',
    level: 'must',
    claim: 'A request without a payment is answered 402',
    paragraph: signalling,
    run: ({ challenge }) => (challenge.status === 402 ? passed : failed(`answered ${challenge.status}`)),
  },
  {
    id: 'challenge-header',
    level: 'must',
    claim: 'The 402 carries its terms in PAYMENT-REQUIRED: standard base64 of a JSON object',
    paragraph: `${signalling}, Data Format`,
    run({ challenge }) {
      const read = readHeader(challenge.headers.get('payment-required'))
      return withoutFault('fault' in read ? read.fault : null)
    },
  },
  {
    id: 'challenge-fields',
    level: 'must',
    claim: 'The terms have every required field, amounts in digits and networks in CAIP-2 form',
    paragraph: `${fields} and 11.1`,
    run({ challenge }) {
      const read = readHeader(challenge.headers.get('payment-required'))
      return withoutFault('fault' in read ? read.fault : faultOf(termsSchema, read.value))
    },
  },
  {
    id: 'challenge-resource',
    level: 'must',
    claim: 'The terms name the resource by an absolute URL',
    paragraph: `${fields}, ResourceInfo`,
    run({ terms }) {
      if (!terms) return noTerms
      return URL.canParse(terms.resource.url) ? passed : failed(`resource.url is "${terms.resource.url}"`)
    },
  },
  {
    id: 'exact-evm-domain',
    level: 'must',
    claim: 'An exact option on EVM names the EIP-712 domain of its token, which the payer signs in',
    paragraph: 'schemes/exact/scheme_exact_evm.md, PaymentRequirements',
    run: ({ terms }) => (terms ? everyOption(terms, 'exact', ['name', 'version']) : noTerms),
  },
  {
    id: 'upto-facilitator',
    level: 'must',
    claim: 'An upto option on EVM names the token’s domain and the facilitator that may settle it',
    paragraph: 'schemes/upto/scheme_upto_evm.md, 2',
    run: ({ terms }) => (terms ? everyOption(terms, 'upto', ['name', 'version', 'facilitatorAddress']) : noTerms),
  },
  {
    id: 'challenge-not-cached',
    level: 'service',
    claim: 'No cache stores the 402',
    paragraph: 'docs/security.md, S-4',
    run({ challenge }) {
      const control = challenge.headers.get('cache-control') ?? 'none'
      return /\bno-store\b/.test(control) ? passed : failed(`Cache-Control: ${control}`)
    },
  },
  {
    id: 'challenge-small',
    level: 'service',
    claim: 'PAYMENT-REQUIRED is at most 8 KiB, as clients send much of it back in a header',
    paragraph: 'docs/conformance.md, Sizes',
    run({ challenge }) {
      const size = challenge.headers.get('payment-required')?.length ?? 0
      return size <= 8_192 ? passed : failed(`${size} characters`)
    },
  },
  {
    id: 'head-gated',
    level: 'service',
    claim: 'HEAD is answered as GET is, so that no handler works unpaid',
    paragraph: 'docs/security.md, S-4',
    async run({ url, method, ask }) {
      if (method !== 'GET') return skipped('the resource is not asked for by GET')
      const { status } = await ask(url, { method: 'HEAD' })
      return status === 402 ? passed : failed(`HEAD answered ${status}`)
    },
  },
  {
    id: 'browsers-may-pay',
    level: 'service',
    claim: 'Pages of other sites may ask, send a payment and read the terms',
    paragraph: 'docs/conformance.md, Browsers',
    async run({ url, method, ask, challenge }) {
      const asked = 'payment-signature'
      const preflight = await ask(url, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': method,
          'access-control-request-headers': asked,
        },
      })
      if (preflight.status >= 300) return failed(`the preflight was answered ${preflight.status}`)
      const allowed = preflight.headers.get('access-control-allow-headers') ?? 'none'
      if (!allowed.toLowerCase().includes(asked)) return failed(`Access-Control-Allow-Headers: ${allowed}`)
      const exposed = challenge.headers.get('access-control-expose-headers') ?? 'none'
      return /payment-required/i.test(exposed) ? passed : failed(`Access-Control-Expose-Headers: ${exposed}`)
    },
  },
]

type KnownTerms = NonNullable<Parameters<ConformanceCheck['run']>[0]['terms']>

function everyOption(terms: KnownTerms, scheme: string, names: string[]) {
  const options = terms.accepts.filter(({ scheme: own, network }) => own === scheme && network.startsWith('eip155:'))
  if (options.length === 0) return skipped(`no ${scheme} option on EVM is offered`)
  const missing = options.flatMap(({ extra }) => names.filter((name) => typeof extra?.[name] !== 'string'))
  return missing.length === 0 ? passed : failed(`extra lacks ${[...new Set(missing)].join(', ')}`)
}

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
export const headerChecks: ConformanceCheck[] = [
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

async function eachMalformed(subject: Subject, isRight: (answer: SubjectAnswer) => boolean) {
  const wrong: string[] = []
  for (const [name, header] of Object.entries(MALFORMED)) {
    const answer = await askWith(subject, { 'payment-signature': header })
    if (!isRight(answer)) wrong.push(`${name}: ${answer.status}`)
  }
  return wrong.length === 0 ? passed : failed(wrong.join('; '))
}
