import { answerUpload } from '../answer-upload'

export const POST = (request: Request): Promise<Response> => answerUpload(request, 'saveImage', {}, 201)
