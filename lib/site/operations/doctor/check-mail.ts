import type { MailSettings } from '@/lib/base/infra/mail-env'
import { checkMailServer, MailError } from '@/lib/base/infra/mailer'
import { type Finding, warn, well } from './finding'

/** Whether the mail server accepts our name and password. Nothing is sent. A site without e-mail is fine too. */
export async function checkMail(mail: MailSettings | null): Promise<Finding> {
  if (!mail) return well('e-mail', 'none is sent: SMTP_URL is not set')
  try {
    await checkMailServer(mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return warn('e-mail', `the server does not take us: ${error.code}`, 'Check SMTP_URL; what waits is sent later.')
  }
  if (mail.operatorAddress) return well('e-mail', `from ${mail.from.address}`)
  return warn('e-mail', 'nobody is told of dry gas wallets', 'Set OPERATOR_EMAIL.')
}

export function checkUnsent({ count, fault }: { count: number; fault: string | null }): Finding {
  if (count === 0) return well('outgoing mail', 'none waits after a failed try')
  const fix = 'The mail server of SMTP_URL does not take it. Each message is tried again for nine hours.'
  return warn('outgoing mail', `${count} messages could not be sent yet`, fix, fault ? { detail: fault } : {})
}
