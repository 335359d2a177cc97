import { answerRpcCall } from '@/lib/site/chain-access/answer-rpc-call'
import { running } from '@/lib/site/compose/running'

type Context = { params: Promise<{ network: string }> }

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { env, admitRpcCall } = running('site')
  const site = { rpcUrls: env.rpcUrls, publicOrigin: env.publicOrigin, admit: admitRpcCall, isDemo: env.isDemo }
  return answerRpcCall(site, (await params).network, request)
}
