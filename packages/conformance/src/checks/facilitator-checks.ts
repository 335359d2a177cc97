import { z } from 'zod'
import { jsonObjectIn } from '@/lib/base/x402/header-codec'
import { type CheckVerdict, type ConformanceCheck, failed, passed, skipped, withoutFault } from '../check'
import { type Payment, signByStranger } from '../sign-payment'
import type { Subject, SubjectAnswer } from '../subject'
import { faultOf, settlementSchema } from '../terms'

const kind = z.object({ x402Version: z.number(), scheme: z.string().min(1), network: z.string().min(1) }).passthrough()
const supportedSchema = z.object({
  kinds: z.array(kind).min(1),
  extensions: z.array(z.string()),
  signers: z.record(z.array(z.string())),
})
const verdictSchema = z.object({ isValid: z.boolean(), invalidReason: z.string().optional() }).passthrough()

const document = 'x402-specification-v2.md'

/** A facilitator's endpoints, asked about a payment of a wallet without money. */
export const facilitatorChecks: ConformanceCheck[] = [
  {
    id: 'supported',
    level: 'must',
    claim: 'GET /supported lists kinds, extensions and signers',
    paragraph: `${document}, 7.3.1`,
    run: (subject) =>
      at(subject, async (base) => {
        const answer = await subject.ask(`${base}/supported`)
        return answer.status === 200
          ? withoutFault(faultOf(supportedSchema, jsonObjectIn(answer.text)))
          : unexpected(answer)
      }),
  },
  {
    id: 'supported-networks',
    level: 'service',
    claim: 'The kinds of version 2 name concrete networks in CAIP-2 form',
    paragraph: `${document}, 11.1`,
    run: (subject) =>
      at(subject, async (base) => {
        const parsed = supportedSchema.safeParse(jsonObjectIn((await subject.ask(`${base}/supported`)).text))
        if (!parsed.success) return skipped('the list cannot be read')
        const vague = parsed.data.kinds.find(
          ({ x402Version, network }) => x402Version === 2 && !/^[^:]+:[^*]+$/.test(network),
        )
        return vague ? failed(`"${vague.network}"`) : passed
      }),
  },
  {
    id: 'verify-refuses',
    level: 'must',
    claim: 'POST /verify says of a payment without money that it is invalid, and why',
    paragraph: `${document}, 7.1 and 5.4.2`,
    run: (subject) =>
      about(subject, async (base, payment) => {
        const answer = await postPayment(subject, `${base}/verify`, payment)
        if (answer.status !== 200) return unexpected(answer)
        const parsed = verdictSchema.safeParse(jsonObjectIn(answer.text))
        if (!parsed.success) return withoutFault(faultOf(verdictSchema, jsonObjectIn(answer.text)))
        if (parsed.data.isValid) return failed('a payment without money is valid')
        return parsed.data.invalidReason ? passed : failed('no invalidReason')
      }),
  },
  {
    id: 'settle-refuses',
    level: 'must',
    claim: 'POST /settle refuses it with a reason, the network and an empty transaction',
    paragraph: `${document}, 7.2 and 5.3.2`,
    run: (subject) =>
      about(subject, async (base, payment) => {
        const answer = await postPayment(subject, `${base}/settle`, payment)
        if (answer.status !== 200) return unexpected(answer)
        const parsed = settlementSchema.safeParse(jsonObjectIn(answer.text))
        if (!parsed.success) return withoutFault(faultOf(settlementSchema, jsonObjectIn(answer.text)))
        const { success, transaction, errorReason } = parsed.data
        if (success) return failed('a payment without money was settled')
        return transaction === '' && errorReason
          ? passed
          : failed(`transaction "${transaction}", reason ${errorReason}`)
      }),
  },
  {
    id: 'malformed-body',
    level: 'must',
    claim: 'A body that is no JSON, or no payment, is refused and no error of the facilitator',
    paragraph: `${document}, 4, Invalid Request`,
    run: (subject) =>
      at(subject, async (base) => {
        for (const body of ['nonsense', '{}', '{"x402Version":2,"paymentPayload":null,"paymentRequirements":null}']) {
          const answer = await post(subject, `${base}/verify`, body)
          const isRefused = answer.status < 500 && !/"isValid":\s*true/.test(answer.text)
          if (!isRefused) return failed(`${body}: answered ${answer.status}`)
        }
        return passed
      }),
  },
  {
    id: 'other-version',
    level: 'service',
    claim: 'A payment of another protocol version is invalid: invalid_x402_version',
    paragraph: `${document}, 9`,
    run: (subject) =>
      about(subject, async (base, payment) => {
        const answer = await postPayment(subject, `${base}/verify`, { ...payment, x402Version: 99 })
        const parsed = verdictSchema.safeParse(jsonObjectIn(answer.text))
        const reason = parsed.data?.invalidReason
        return reason === 'invalid_x402_version' ? passed : failed(`answered ${answer.status}, reason ${reason}`)
      }),
  },
]

const at = (subject: Subject, look: (base: string) => Promise<CheckVerdict>): Promise<CheckVerdict> | CheckVerdict =>
  subject.facilitator === null ? skipped('no facilitator was named (--facilitator)') : look(subject.facilitator)

function about(
  subject: Subject,
  look: (base: string, payment: Payment) => Promise<CheckVerdict>,
): Promise<CheckVerdict> | CheckVerdict {
  return at(subject, async (base) => {
    const payment = await signByStranger(subject)
    return payment ? look(base, payment) : skipped('the resource offers no exact option on EVM to ask about')
  })
}

const postPayment = (subject: Subject, url: string, payment: Record<string, unknown>): Promise<SubjectAnswer> =>
  post(
    subject,
    url,
    JSON.stringify({
      x402Version: payment.x402Version,
      paymentPayload: payment,
      paymentRequirements: payment.accepted,
    }),
  )

const post = ({ ask }: Subject, url: string, body: string): Promise<SubjectAnswer> =>
  ask(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

const unexpected = ({ status, text }: SubjectAnswer): CheckVerdict =>
  failed(`answered ${status}: ${text.slice(0, 100)}`)
