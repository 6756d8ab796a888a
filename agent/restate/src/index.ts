export { createRestateHost, type RestateHostOptions } from "./create-restate-host.ts";
export { type RestateAddress, restateAddress } from "./restate-address.ts";
