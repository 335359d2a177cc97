import { refuseRequest } from '@/lib/base/http/refuse-request'

type Context = { params: Promise<{ fault: string }> }

/** Where the server's edge sends refused requests of any method. */
const answer = async (_request: Request, { params }: Context): Promise<Response> => refuseRequest((await params).fault)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
