import { answerIcon } from '../../_server/icons'

type Context = { params: Promise<{ digest: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerIcon((await params).digest)
}
