/** Who somebody is here. Apart from the rules of fields, which bring zod: every page knows roles, and few judge fields. */
export const ROLES = [
  // pays for goods
  'Buyer',
  // is paid for goods, under a business name
  'Seller',
  // is paid for work: the freelancer
  'Service_Provider',
  // pays for work
  'Client',
] as const
const TEAM_ROLES = ['Admin', 'Mediator'] as const
export type Role = (typeof ROLES)[number]
export type UserType = Role | (typeof TEAM_ROLES)[number]

export const isTeamRole = (userType: UserType): boolean => TEAM_ROLES.some((role) => role === userType)
