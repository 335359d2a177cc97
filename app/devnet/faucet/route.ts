import { answerFaucetOrder } from '@/lib/site/chain-access/answer-faucet-order'
import { running } from '@/lib/site/compose/running'
import { onDevnet } from '../_server/on-devnet'

/** Gives test USDC, gas and the token account on the local networks: `POST {"network","address","amount"?}`. */
export const { POST } = onDevnet({
  POST: async (request) => answerFaucetOrder(running('site').env.rpcUrls, request),
})
