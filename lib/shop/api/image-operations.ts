import { say } from '@/lib/base/sentences/say'
import { savedImageShape, saveImage } from '@/lib/shop/sellers/images/save-image'
import { InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import { operation } from './operation'

export const imageOperations = {
  saveImage: operation('POST /images', 'routes:write', {
    summary:
      'Takes an image for texts in, a still JPEG, PNG, WebP or GIF of up to 10 MB, as the body. The same bytes again are the same image.',
    body: 'file',
    answer: savedImageShape,
    successStatus: 201,
    refusals: [409, 413, 415, 507],
    run: ({ context, actor, stream, size }) => {
      if (!stream) throw new InputRefusedError({ input: say('imageBody') })
      return saveImage(context, actor, { size, body: stream })
    },
  }),
}
