import { heldAnswer } from '@/app/_http/held-answer'
import { exportForOperator } from '../../_server/operator'

/** All that this site holds about a wallet, as JSON, for operators; it does not exist for all others. */
export const GET = async (request: Request): Promise<Response> =>
  heldAnswer(await exportForOperator(new URL(request.url).searchParams.get('wallet') ?? ''))
