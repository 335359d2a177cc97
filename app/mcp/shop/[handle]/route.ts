import { running } from '@/lib/site/compose/running'

type Context = { params: Promise<{ handle: string }> }

const answer = async (request: Request, { params }: Context): Promise<Response> =>
  running('mcp').answerShop((await params).handle, request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST }
