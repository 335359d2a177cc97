import { unsubscribe } from '@/lib/shop/sellers/mail/mailbox'
import { running } from '@/lib/site/compose/running'

const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/** One press in a mail program (RFC 8058): a POST without a session, answered without a redirect. The body is not read. */
export async function POST(request: Request): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return (await unsubscribe(running('site').sellers, token))
    ? new Response('You are unsubscribed.\n', { headers })
    : new Response('This link does not work.\n', { status: 404, headers })
}
