import { heldAnswer } from '@/app/_http/held-answer'
import { exportOwn } from '../_server/own-account'

/** All that this site holds about a wallet of the reader's, as JSON. */
export const GET = async (request: Request): Promise<Response> =>
  heldAnswer(await exportOwn(new URL(request.url).searchParams.get('wallet') ?? ''))
