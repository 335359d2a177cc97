import nodemailer from 'nodemailer'
import type { MailSettings } from './site-env'

/** One message to one address. Subject and texts are plain; `html` is markup that is safe already. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for each try, so that a receiver can recognise a duplicate. */
  messageId: string
  /** Address that unsubscribes the reader with one POST (RFC 8058); null for mail without a subscription. */
  unsubscribeUrl: string | null
}

/** The server did not take a message. `isFinal`: it said that it never will. */
export class MailError extends Error {
  constructor(
    readonly code: string,
    readonly isFinal: boolean,
    cause: unknown,
  ) {
    super(`The mail server did not take the message: ${code}.`, { cause })
    this.name = 'MailError'
  }
}

const STEP_MS = 10_000

/** Returns the sender, which rejects with a `MailError`. Passwords go only over TLS, except to this machine. */
export function openMailer({ smtpUrl, from }: MailSettings): (mail: Mail) => Promise<void> {
  const transport = openTransport(smtpUrl)
  const sender = { name: from.name ?? '', address: from.address }
  return async ({ to, subject, text, html, messageId, unsubscribeUrl }) => {
    const headers = {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    }
    const envelope = { from: from.address, to }
    const message = { from: sender, to: { name: '', address: to }, envelope, subject, text, html, messageId, headers }
    await transport.sendMail(message).catch(throwMailError)
  }
}

export async function checkMailServer({ smtpUrl }: MailSettings): Promise<void> {
  await openTransport(smtpUrl).verify().catch(throwMailError)
}

function openTransport(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  return nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere && username !== '',
    ignoreTLS: isHere && !isSecure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The error's message may repeat what the server said, so only the code is kept. */
function throwMailError(error: unknown): never {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown } // As nodemailer marks its errors.
  const words = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  throw new MailError(words.join(' ') || 'unknown', code === 'EENVELOPE' && Number(responseCode) >= 550, error)
}
