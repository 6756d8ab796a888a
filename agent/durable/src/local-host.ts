export * from "@toolwright/store/local-host";
