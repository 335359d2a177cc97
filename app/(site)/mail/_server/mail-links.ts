import * as links from '@/lib/shop/sellers/mail/answer-link'
import { running } from '@/lib/site/compose/running'

/** The acts of links in e-mails: the token proves that the caller reads that mailbox. False for an invalid token. */
export const confirmMailbox = async (token: string): Promise<boolean> =>
  links.confirmMailbox(running('site').sellers, token)

export const unsubscribe = async (token: string): Promise<boolean> => links.unsubscribe(running('site').sellers, token)
