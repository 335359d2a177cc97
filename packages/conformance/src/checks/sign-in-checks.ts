import { z } from 'zod'
import { signChallenge } from '@/lib/client/sign-challenge'
import { type CheckVerdict, type ConformanceCheck, failed, passed, skipped, withoutFault } from '../check'
import { readHeader } from '../read-header'
import { askWith, type Subject } from '../subject'
import { faultOf, termsSchema } from '../terms'

const document = 'extensions/sign-in-with-x.md'
const KEY = 'sign-in-with-x'

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is no time')
const declarationSchema = z.object({
  info: z.object({
    domain: z.string().min(1),
    uri: z.string().url(),
    version: z.literal('1'),
    nonce: z.string().min(8),
    issuedAt: time,
    expirationTime: time.optional(),
    statement: z.string().optional(),
  }),
  supportedChains: z
    .array(z.object({ chainId: z.string().regex(/^[a-z0-9-]+:/), type: z.enum(['eip191', 'ed25519']) }))
    .min(1),
})

/** Where a server lets buyers sign in for what they have paid for. */
export const signInChecks: ConformanceCheck[] = [
  {
    id: 'sign-in-fields',
    level: 'must',
    claim: 'The challenge has every required field and offers a chain',
    paragraph: `${document}, Server-Declared Fields`,
    run: (subject) => declared(subject, (value) => withoutFault(faultOf(declarationSchema, value))),
  },
  {
    id: 'sign-in-domain',
    level: 'must',
    claim: 'Its domain and the origin of its URI are those of the resource',
    paragraph: `${document}, Security Considerations, Domain Binding`,
    run: (subject) =>
      declared(subject, (value) => {
        const { host, origin } = new URL(subject.terms?.resource.url ?? subject.url)
        const parsed = declarationSchema.safeParse(value)
        if (!parsed.success) return skipped('its fields are wrong')
        const { domain, uri } = parsed.data.info
        const isBound = [host, new URL(origin).hostname].includes(domain) && new URL(uri).origin === origin
        return isBound ? passed : failed(`domain ${domain}, uri ${uri} for a resource at ${origin}`)
      }),
  },
  {
    id: 'sign-in-nonce',
    level: 'must',
    claim: 'Every challenge has a nonce of its own',
    paragraph: `${document}, Security Considerations, Nonce Uniqueness`,
    run: (subject) =>
      declared(subject, async (value) => {
        const nonceOf = (one: unknown) => declarationSchema.safeParse(one).data?.info.nonce
        const again = await readDeclaration(subject)
        return nonceOf(value) !== nonceOf(again) ? passed : failed('two challenges share a nonce')
      }),
  },
  {
    id: 'sign-in-malformed',
    level: 'must',
    claim: 'A malformed proof never gets content, and is no error of the server',
    paragraph: `${document}, Verification Logic`,
    run: (subject) =>
      declared(subject, async () => {
        const { status } = await askWith(subject, { 'sign-in-with-x': 'nonsense' })
        return status >= 400 && status < 500 ? passed : failed(`answered ${status}`)
      }),
  },
  {
    id: 'sign-in-unpaid',
    level: 'must',
    claim: 'A wallet that signs in without having paid gets no content',
    paragraph: `${document}, Check Payment History`,
    run: (subject) =>
      declared(subject, async () => {
        const { stranger, url } = subject
        const signed = await signChallenge(await readDeclaration(subject), { wallets: [stranger], network: null, url })
        if (signed.status !== 'signed') return skipped('no EVM chain is offered')
        const { status } = await askWith(subject, { 'sign-in-with-x': signed.header })
        return status === 402 ? passed : failed(`answered ${status}`)
      }),
  },
]

function declared(
  { terms }: Subject,
  look: (value: unknown) => CheckVerdict | Promise<CheckVerdict>,
): CheckVerdict | Promise<CheckVerdict> {
  const value = terms?.extensions?.[KEY]
  return value ? look(value) : skipped('no sign-in is offered')
}

/** The declaration of a new challenge; undefined where its terms cannot be read. */
export async function readDeclaration(subject: Subject): Promise<unknown> {
  const read = readHeader((await askWith(subject, {})).headers.get('payment-required'))
  return 'value' in read ? termsSchema.safeParse(read.value).data?.extensions?.[KEY] : undefined
}
