import { answerUpload } from '@/app/api/dashboard/answer-upload'

type FileContext = RouteContext<'/api/dashboard/routes/[routeId]/file'>

/** Stores the file of a route; `?name=` is its name for buyers. */
export async function PUT(request: Request, { params }: FileContext): Promise<Response> {
  const name = new URL(request.url).searchParams.get('name') ?? ''
  return answerUpload(request, 'saveFile', { ...(await params), name })
}
