import { answerIcon } from '../../_server/icons'

export async function GET(_request: Request, { params }: RouteContext<'/bazaar/icon/[digest]'>): Promise<Response> {
  return answerIcon((await params).digest)
}
