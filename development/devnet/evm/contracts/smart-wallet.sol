// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A wallet that is a contract with one owner, for EIP-1271 signatures and, before it exists, EIP-6492 ones.
contract SmartWallet {
    struct SignatureWrapper {
        uint256 ownerIndex;
        bytes signatureData;
    }

    address public immutable owner;

    error NotOwner();

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    /// The signature is the ABI encoding of a SignatureWrapper whose owner index is 0, so it is never 65 bytes long.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length < 160) return 0xffffffff;
        SignatureWrapper memory wrapper = abi.decode(signature, (SignatureWrapper));
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecover(hash, wrapper.signatureData);
        bool isOwner = wrapper.ownerIndex == 0 && failure == ECDSA.RecoverError.NoError && signer == owner;
        return isOwner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function execute(address target, uint256 value, bytes calldata callData) external returns (bytes memory) {
        if (msg.sender != owner) revert NotOwner();
        (bool success, bytes memory returnData) = target.call{value: value}(callData);
        if (!success) {
            assembly {
                revert(add(returnData, 32), mload(returnData))
            }
        }
        return returnData;
    }
}

/// A wallet that is a contract with one owner, whose signature is the owner's 65 bytes over its own hash, as with a
/// Safe that has one owner. They recover to no key of the wallet's.
contract OneOwnerWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function messageHash(bytes32 hash) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), hash));
    }

    /// A last byte of 31 or 32 says that the owner's wallet put the prefix of signed messages before the hash.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        uint8 v = uint8(signature[64]);
        bytes32 signed = messageHash(hash);
        if (v > 30) {
            signed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", signed));
            v -= 4;
        }
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecover(signed, v, r, s);
        bool isOwner = failure == ECDSA.RecoverError.NoError && signer == owner;
        return isOwner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Creates smart wallets at addresses that are known before they exist.
contract SmartWalletFactory {
    function getAddress(address owner, bytes32 salt) public view returns (address) {
        bytes32 initCodeHash = keccak256(abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), salt, initCodeHash)))));
    }

    /// Safe to repeat: answers the wallet that is there already.
    function createAccount(address owner, bytes32 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) new SmartWallet{salt: salt}(owner);
    }
}
