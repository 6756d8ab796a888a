export { createRestateHost, type RestateHostOptions } from "./restate/create-restate-host.ts";
export { type RestateAddress, restateAddress } from "./restate/restate-address.ts";
