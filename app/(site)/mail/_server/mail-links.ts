import * as links from '@/lib/shop/sellers/mail/answer-link'
import { application } from '@/lib/site/compose/running'

/** What the links in e-mails do; whoever has one reads that mailbox. False for a link that proves nothing. */
export const confirmMailbox = async (token: string): Promise<boolean> =>
  links.confirmMailbox((await application()).sellers, token)

export const unsubscribe = async (token: string): Promise<boolean> =>
  links.unsubscribe((await application()).sellers, token)
