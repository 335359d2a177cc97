import { z } from 'zod'
import { DomainError } from './domain-error'
import { understood, url } from './variables'

/** One plain address, without anything that could end a header: as much of RFC 5321 as mail servers accept. */
export const MAIL_ADDRESS_PATTERN =
  /^(?=.{3,254}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i

const address = z.string().regex(MAIL_ADDRESS_PATTERN, 'must be an e-mail address')
const sender = understood((text): MailSender | null => {
  const [, name, bracketed] = /^([^<>"@\p{Cc}]{1,80}?)\s*<([^<>]+)>$/u.exec(text) ?? []
  const plain = bracketed ?? text
  return MAIL_ADDRESS_PATTERN.test(plain) ? { name: name?.trim() ?? null, address: plain } : null
}, 'must be an e-mail address, or a name and one: Shop <shop@example.com>')

const smtpUrl = url(['smtp:', 'smtps:'], 'an smtp:// or smtps:// URL').pipe(
  z.string().refine(isComplete, 'must name a host, with name and password in percent-encoding'),
)

export const mailVariables = {
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  OPERATOR_EMAIL: address.optional(),
}

function isComplete(value: string): boolean {
  const { hostname, username, password } = new URL(value)
  const isEncoded = !/%(?![0-9a-f]{2})/i.test(username + password)
  return hostname !== '' && isEncoded
}

type MailSender = { name: string | null; address: string }

export type MailSettings = NonNullable<ReturnType<typeof mailSettings>>

/** Null without a mail server. Its `smtpUrl` holds name and password: secret. Fails with ENV_INVALID where one variable needs another. */
export function mailSettings(env: z.infer<z.ZodObject<typeof mailVariables>>) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, OPERATOR_EMAIL: operatorAddress = null } = env
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from, operatorAddress }
  if (smtpUrl === undefined && from === undefined && operatorAddress === null) return null
  const missing = smtpUrl === undefined ? 'SMTP_URL' : 'MAIL_FROM'
  throw new DomainError(
    'ENV_INVALID',
    `Turnpike cannot start: ${missing} is missing; e-mail needs SMTP_URL and MAIL_FROM.`,
  )
}
