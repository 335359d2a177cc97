import { runProcess } from '@/lib/base/infra/process'
import { generateClient } from './generate-client'

await runProcess(async () => {
  const isFresh = generateClient({ isForced: process.argv.includes('--force') })
  console.log(isFresh ? 'Generated the database client.' : 'The database client is up to date.')
})
