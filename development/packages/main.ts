import { runProcess } from '@/lib/base/infra/process'
import { packCli, packConformance, packGate } from './pack'

/** `npm run package`: packs the packages that are published beside the site, into `dist/packages` or a named folder. */
await runProcess(async () => {
  for (const pack of [packCli, packConformance, packGate])
    console.log(`Packed: ${await pack(process.argv[2] ?? 'dist/packages')}`)
})
