// One product of Medusa 2 with its stock, a region, shipping and two keys; what an order needs of them goes into shop.json. Runs in the
// scratch folder of `npm run bench:peers` by `medusa exec`.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const need = createRequire(import.meta.url)
const flows = need('@medusajs/medusa/core-flows')
const { ContainerRegistrationKeys, Modules } = need('@medusajs/framework/utils')

const RULES = [
  { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
  { attribute: 'is_return', value: 'false', operator: 'eq' },
]

export default async function seed({ container }) {
  const run = async (flow, input) => (await flow(container).run({ input })).result
  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] })
  const region = await makeRegion(container, run, channel)
  const delivery = await makeDelivery(container, run, channel)
  const keys = await makeKeys(run, channel)
  const variant = await makeProduct(container, run, { channel, ...delivery })
  const shop = { region: region.id, location: delivery.location, option: delivery.option, ...keys, variant }
  writeFileSync('shop.json', JSON.stringify(shop))
}

async function makeRegion(container, run, channel) {
  const [store] = await container.resolve(Modules.STORE).listStores()
  const update = {
    supported_currencies: [{ currency_code: 'inr', is_default: true }],
    default_sales_channel_id: channel.id,
  }
  await run(flows.updateStoresWorkflow, { selector: { id: store.id }, update })
  const [region] = await run(flows.createRegionsWorkflow, {
    regions: [
      {
        name: 'India',
        currency_code: 'inr',
        countries: ['in'],
        payment_providers: ['pp_system_default'],
      },
    ],
  })
  await run(flows.createTaxRegionsWorkflow, [{ country_code: 'in', provider_id: 'tp_system' }])
  return region
}

async function makeDelivery(container, run, channel) {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const address = { address_1: '1 MG Road', city: 'Pune', country_code: 'IN' }
  const [place] = await run(flows.createStockLocationsWorkflow, { locations: [{ name: 'Pune', address }] })
  const location = { [Modules.STOCK_LOCATION]: { stock_location_id: place.id } }
  await link.create({ ...location, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } })
  const [profile] = await run(flows.createShippingProfilesWorkflow, {
    data: [{ name: 'Parcels', type: 'default' }],
  })
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Parcels',
    type: 'shipping',
    service_zones: [{ name: 'India', geo_zones: [{ country_code: 'in', type: 'country' }] }],
  })
  await link.create({ ...location, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  const [option] = await run(flows.createShippingOptionsWorkflow, [
    {
      name: 'Standard',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Standard', description: 'Parcel', code: 'standard' },
      prices: [{ currency_code: 'inr', amount: 50 }],
      rules: RULES,
    },
  ])
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: place.id, add: [channel.id] })
  return { location: place.id, profile: profile.id, option: option.id }
}

async function makeKeys(run, channel) {
  const [user] = await run(flows.createUsersWorkflow, { users: [{ email: 'admin@example.com' }] })
  const [web, team] = await run(flows.createApiKeysWorkflow, {
    api_keys: [
      { title: 'Web', type: 'publishable', created_by: user.id },
      { title: 'Team', type: 'secret', created_by: user.id },
    ],
  })
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: web.id, add: [channel.id] })
  return { web: web.token, team: team.token }
}

async function makeProduct(container, run, { channel, profile, location }) {
  const variant = {
    title: 'Phone',
    sku: 'P1',
    options: { Kind: 'Phone' },
    prices: [{ amount: 15_000, currency_code: 'inr' }],
  }
  const [product] = await run(flows.createProductsWorkflow, {
    products: [
      {
        title: 'Phone',
        status: 'published',
        shipping_profile_id: profile,
        options: [{ title: 'Kind', values: ['Phone'] }],
        variants: [variant],
        sales_channels: [{ id: channel.id }],
      },
    ],
  })
  const [item] = await container.resolve(Modules.INVENTORY).listInventoryItems({ sku: 'P1' })
  const level = { location_id: location, stocked_quantity: 100_000_000, inventory_item_id: item.id }
  await run(flows.createInventoryLevelsWorkflow, { inventory_levels: [level] })
  return product.variants[0].id
}
