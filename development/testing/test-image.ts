import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { saveImage } from '@/lib/shop/sellers/images/save-image'
import type { TestSite } from './open-test-site'
import type { TestSeller } from './test-seller'

export const testImage = ({ width = 1_000, height = 500 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .jpeg()
    .toBuffer()

export async function createTestImage(
  { application }: Pick<TestSite, 'application'>,
  { actor }: Pick<TestSeller, 'actor'>,
  bytes?: Buffer,
) {
  const body = new Blob([new Uint8Array(bytes ?? (await testImage()))]).stream()
  return saveImage(application.sellers, actor, { body })
}
