// Vendure 3 as one process with its job queue, one product and payments that settle by themselves. Runs in the scratch folder of
// `npm run bench:peers`, on an empty database: PEER_DATABASE is its URL, PEER_PORT where it listens.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const need = createRequire(import.meta.url)
const core = need('@vendure/core')
const { populate } = need('@vendure/core/cli')

const url = new URL(process.env.PEER_DATABASE)
const config = {
  apiOptions: { port: Number(process.env.PEER_PORT), hostname: '127.0.0.1' },
  authOptions: { tokenMethod: 'bearer', superadminCredentials: { identifier: 'admin', password: 'admin' } },
  dbConnectionOptions: {
    type: 'postgres',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
    synchronize: true,
    // as many connections as ours has
    extra: { max: 12 },
  },
  logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [core.DefaultJobQueuePlugin.init({ pollInterval: 200 })],
}
const settle = { name: 'automaticSettle', value: 'true' }
const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Asia',
  countries: [{ name: 'India', code: 'IN', zone: 'Asia' }],
  taxRates: [{ name: 'Standard Tax', percentage: 18 }],
  shippingMethods: [{ name: 'Standard', price: 500 }],
  paymentMethods: [{ name: 'dummy', handler: { code: core.dummyPaymentHandler.code, arguments: [settle] } }],
  collections: [],
}
const columns = [
  ...['name', 'slug', 'description', 'assets', 'facets', 'optionGroups', 'optionValues', 'sku', 'price'],
  ...['taxCategory', 'stockOnHand', 'trackInventory', 'variantAssets', 'variantFacets'],
]
writeFileSync(
  'products.csv',
  `${columns.join()}\nPhone,phone,A phone,,,,,P1,15000,standard,1000000,false,,\n`,
)

const app = await populate(() => core.bootstrap(config), initialData, 'products.csv')
await app.get(core.JobQueueService).start()
console.log('the peer is ready')
