import { getMailbox, mailboxShape } from '@/lib/shop/sellers/mail/get-mailbox'
import { mailboxInput, removeMailbox, setMailbox } from '@/lib/shop/sellers/mail/set-mailbox'
import { operation } from './operation'
import { mailboxSetShape } from './shapes'

export const mailOperations = {
  getMailbox: operation('GET /mailbox', 'webhooks:read', {
    summary: 'Shows where the shop is told of its sales by e-mail.',
    answer: mailboxShape,
    run: ({ context, actor }) => getMailbox(context, actor),
  }),
  setMailbox: operation('PUT /mailbox', 'webhooks:write', {
    summary:
      'Sets where the shop is told of its sales by e-mail: of each, or of those of a day. A new address has to be confirmed by a link first.',
    body: mailboxInput,
    answer: mailboxSetShape,
    run: ({ context, actor, body }) => setMailbox(context, actor, body),
  }),
  removeMailbox: operation('DELETE /mailbox', 'webhooks:write', {
    summary: 'Ends e-mail to the shop.',
    run: ({ context, actor }) => removeMailbox(context, actor),
  }),
}
