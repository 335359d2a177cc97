import type { Usage } from '../_server/seller-reads'

export const quotaTitles: Record<Usage['name'], string> = {
  routes: 'Routes, without archived ones',
  files: 'Files',
  bytes: 'Bytes of files and images',
  uploadsPerMinute: 'Uploads begun within a minute',
  webhooks: 'Webhooks',
}
