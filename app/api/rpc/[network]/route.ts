import { answerRpcCall } from '@/lib/site/chain-access/answer-rpc-call'
import { running } from '@/lib/site/compose/running'

export async function POST(request: Request, { params }: RouteContext<'/api/rpc/[network]'>): Promise<Response> {
  const { env, admitRpcCall } = running('site')
  const site = { rpcUrls: env.rpcUrls, publicOrigin: env.publicOrigin, admit: admitRpcCall, isDemo: env.isDemo }
  return answerRpcCall(site, (await params).network, request)
}
