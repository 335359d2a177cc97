import { answerRpcCall } from '@/lib/site/chain-access/answer-rpc-call'
import { running } from '@/lib/site/compose/running'

export async function POST(request: Request, { params }: RouteContext<'/api/rpc/[network]'>): Promise<Response> {
  const { env, chains } = running('site')
  const contracts = chains.further.map(({ contract }) => contract)
  const site = { rpcUrls: env.rpcUrls, publicOrigin: env.publicOrigin, contracts, isDemo: env.isDemo }
  return answerRpcCall(site, (await params).network, request)
}
