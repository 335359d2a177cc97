import { answerRelayCall } from '@/lib/catalog/http/answer-relay-call'
import { application } from '@/lib/compose/application'

export async function POST(request: Request): Promise<Response> {
  return answerRelayCall((await application()).relay, request)
}
